import { ApiProperty } from '@nestjs/swagger';

/** Somebody whose mail server has refused the last mails for good. */
export class UnreachedPerson {
  name: string;

  /** How many in a row. */
  @ApiProperty({ type: 'integer' })
  bounces: number;

  @ApiProperty({ format: 'date-time' })
  last_bounce_at: string;

  /** After three in a row the address gets no more mail, until the person has another one. */
  stopped: boolean;

  /** Null for a guardian on file who is not registered. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;
}

export class MailHealth {
  /** By name. */
  @ApiProperty({ type: [UnreachedPerson] })
  people: UnreachedPerson[];
}
