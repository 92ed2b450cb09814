import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from './user.entity.js';

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

/** Where a person signed in or renewed lately: guesses from anywhere else do not stop them there. */
@Entity('known_sources')
export class KnownSource {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'known_sources_pkey' })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'known_sources_user_fkey' })
  userId: string;

  /** Keyed digest of person and address: two people behind one address cannot be told by it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_sources_pkey' })
  source: string;

  /** UTC, to the day: written again when older. */
  @Column('timestamptz')
  @Index('known_sources_used_idx')
  usedAt: Date;
}
