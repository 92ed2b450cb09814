import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

export type LinkPurpose = 'password' | 'invitation' | 'address' | 'passkey';

/** A secret that is good once: of a mailed link, or the challenge of a passkey. */
@Entity('one_time_links')
@Check('one_time_links_purpose_check', `purpose in ('password', 'invitation', 'address', 'passkey')`)
export class OneTimeLink {
  /** SHA-256 of 256 random bits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'one_time_links_pkey' })
  tokenHash: string;

  @Column('text')
  purpose: LinkPurpose;

  /** Owner of the link; null where there is no account yet, or nobody has signed in. */
  @Column('uuid', { nullable: true })
  @Index('one_time_links_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'one_time_links_user_fkey' })
  userId: string | null;

  /** Normalised: the address that it was mailed to. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('jsonb', { nullable: true })
  details: Record<string, string> | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  @Index('one_time_links_expiry_idx')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
