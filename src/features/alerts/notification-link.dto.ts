import { ApiProperty } from '@nestjs/swagger';
import {
  NOTIFICATION_TARGETS,
  type NotificationTarget,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from './alert.js';

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
