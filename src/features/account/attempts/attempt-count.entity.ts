import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Failed attempts by account and source, shared by every process (its shape is rate-limiter-flexible's). */
@Entity('attempt_counts')
export class AttemptCount {
  @PrimaryColumn('varchar', { length: 255, primaryKeyConstraintName: 'attempt_counts_pkey' })
  key: string;

  @Column('integer', { default: 0 })
  points: number;

  /** Milliseconds since 1970. */
  @Column('bigint', { nullable: true })
  expire: string | null;
}
