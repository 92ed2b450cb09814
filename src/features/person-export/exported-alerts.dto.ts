import { ApiProperty } from '@nestjs/swagger';
import {
  DELIVERY_STATES,
  NOTIFICATION_KINDS,
  NOTIFICATION_TARGETS,
  type DeliveryState,
  type NotificationKind,
  type NotificationTarget,
} from '../alerts/notification-words.js';

/** The mail that went with a notification, or is still to go. */
export class ExportedMail {
  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;

  @ApiProperty({ type: 'integer' })
  attempts: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
}

export class ExportedNotification {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: NOTIFICATION_KINDS })
  kind: NotificationKind;

  title: string;

  @ApiProperty({ type: String, nullable: true })
  body: string | null;

  @ApiProperty({ enum: NOTIFICATION_TARGETS })
  target_type: NotificationTarget;

  target_id: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  read_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** Null where none was owed. */
  @ApiProperty({ type: ExportedMail, nullable: true })
  mail: ExportedMail | null;
}

/** Whether the person wants mail of a school; the address to end it, which is a secret, is not here. */
export class ExportedMailChoice {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** Null while mail is wanted. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  unsubscribed_at: string | null;
}
