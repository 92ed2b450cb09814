import { ApiProperty } from '@nestjs/swagger';

/** How far a notice has come with a person, the furthest first. */
export const DELIVERY_STATES = [
  'read',
  'mailed',
  'waiting',
  'bounced',
  'no_address',
  'not_registered',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export class NoticeDelivery {
  name: string;

  /**
   * `read`: opened. `mailed`: the mail was taken by their server. `waiting`: nothing was sent yet. `bounced`: their server has
   * refused it. `no_address`: no confirmed address, or mails are turned off. `not_registered`: a guardian on file without an
   * account, whom no mail went to; where the notice reaches guardians, the states before say how far theirs has come.
   */
  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;

  /** Null for a guardian who is not registered. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;
}

/** Numbers of people by state. */
export class NoticeDeliveryCounts {
  @ApiProperty({ type: 'integer' })
  read: number;

  @ApiProperty({ type: 'integer' })
  mailed: number;

  @ApiProperty({ type: 'integer' })
  waiting: number;

  @ApiProperty({ type: 'integer' })
  bounced: number;

  @ApiProperty({ type: 'integer' })
  no_address: number;

  @ApiProperty({ type: 'integer' })
  not_registered: number;
}

export class NoticeDeliveries {
  counts: NoticeDeliveryCounts;

  /** Whom the notice is addressed to now, without its author, by name. */
  @ApiProperty({ type: [NoticeDelivery] })
  people: NoticeDelivery[];
}
