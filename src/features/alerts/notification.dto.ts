import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsUUID } from 'class-validator';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_TARGETS,
  type NotificationKind,
  type NotificationTarget,
} from './alert.js';

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
