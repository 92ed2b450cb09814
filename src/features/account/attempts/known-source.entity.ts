import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

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

  /** UTC; null: before it was noted. */
  @Column('timestamptz', { nullable: true })
  firstSeenAt: Date | null;

  /** UTC, to the hour: when somebody last signed in there, with every step; that a session was renewed is none. */
  @Column('timestamptz', { nullable: true })
  signedInAt: Date | null;
}
