import { ApiProperty } from '@nestjs/swagger';

export class NoticeAcknowledger {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  name: string;

  /** When they acknowledged the present title and body; null while they have not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  acknowledged_at: string | null;

  /**
   * The text that they acknowledged last, as SHA-256 of title and body in hex: an earlier one where `acknowledged_at` is null. Null for
   * none.
   */
  @ApiProperty({ type: String, nullable: true })
  version: string | null;
}

export class NoticeAcknowledgements {
  /** Those who have acknowledged the present title and body. */
  @ApiProperty({ type: 'integer' })
  acknowledged: number;

  @ApiProperty({ type: 'integer' })
  outstanding: number;

  /** Whom the notice is addressed to now, without its author, by name. */
  @ApiProperty({ type: [NoticeAcknowledger] })
  people: NoticeAcknowledger[];
}

export { SentReminders } from '../../publishing/answered-item.dto.js';
