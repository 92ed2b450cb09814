import { ApiProperty } from '@nestjs/swagger';
import { MailRhythmsOfKinds } from '../alerts/choices/my-mail.dto.js';

/** Whether the person wants mail of a school; the address to end it, which is a secret, is not here. */
export class ExportedMailChoice {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** Null while mail is wanted. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  unsubscribed_at: string | null;

  kinds: MailRhythmsOfKinds;
}

/** Hours in which the person gets no mail, by the clock of the school that it is from. */
export class ExportedQuietHours {
  from: string;

  to: string;
}

/** An address of the person that has refused mail. */
export class ExportedBounces {
  email: string;

  @ApiProperty({ type: 'integer' })
  bounces: number;

  @ApiProperty({ format: 'date-time' })
  bounced_at: string;
}
