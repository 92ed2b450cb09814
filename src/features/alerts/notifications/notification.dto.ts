import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsUUID } from 'class-validator';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_TARGETS,
  type NotificationKind,
  type NotificationTarget,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from '../alert.js';

export class NotificationsQuery {
  /** Leaves out those that are read. */
  @IsOptional()
  @IsIn(['true'])
  @ApiPropertyOptional({ enum: ['true'] })
  unreadOnly?: 'true';
}

export class NotificationTargetBody {
  @ApiProperty({ enum: NOTIFICATION_TARGETS })
  type: NotificationTarget;

  /** As in the operations of its kind; an occurrence of an event has no uuid. */
  id: string;
}

export class NotificationBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: NOTIFICATION_KINDS })
  kind: NotificationKind;

  /** Plain text, as it was when the notification was made. */
  title: string;

  /** Plain text. */
  @ApiProperty({ type: String, nullable: true })
  body: string | null;

  /** What it leads to; whether that is still there is told by its link. */
  target: NotificationTargetBody;

  read: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  read_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class Notifications {
  /** Newest first, of the last 180 days. */
  @ApiProperty({ type: [NotificationBody] })
  notifications: NotificationBody[];

  /** All that are unread in this school, whatever the filter. */
  @ApiProperty({ type: 'integer' })
  unread_count: number;
}

export class ReadNotifications {
  /** Left out or null: all up to now. What is not the caller's own is passed over. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(500)
  @IsUUID('loose', { each: true })
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    nullable: true,
    maxItems: 500,
  })
  ids?: string[] | null;
}

export class NotificationLink {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: NOTIFICATION_TARGETS })
  target_type: NotificationTarget;

  target_id: string;

  /** That the target belongs to; null when there is none, and when the target is not available. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  /** Path of the operation that reads the target. */
  api_path: string;

  /** Where a person sees the target: in the app (APP_URL), else a page of the service that says what opens it. */
  @ApiProperty({ format: 'uri' })
  web_url: string;

  /** The caller may read the target now. */
  available: boolean;

  /** Null while it is available. */
  @ApiProperty({ enum: [...UNAVAILABLE_REASONS, null], nullable: true })
  unavailable_reason: UnavailableReason | null;
}
