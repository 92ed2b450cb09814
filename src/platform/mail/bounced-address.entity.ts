import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address whose server has refused the last mails to it for good, without one that it took in between. */
@Entity('bounced_addresses')
export class BouncedAddress {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bounced_addresses_pkey' })
  email: string;

  /** How many there were in a row. */
  @Column('integer')
  bounces: number;

  /** UTC: the last one. */
  @Column('timestamptz')
  bouncedAt: Date;
}
