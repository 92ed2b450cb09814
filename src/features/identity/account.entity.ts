import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { User } from './user.entity.js';

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

  /** Whose it is; null where there is no account yet, or nobody has signed in. */
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

/** A passkey (WebAuthn): a key of the person's own device, which only they can use. */
@Entity('passkeys')
@Unique('passkeys_credential_key', ['credentialId'])
export class Passkey {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'passkeys_pkey' })
  id: string;

  @Column('uuid')
  @Index('passkeys_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'passkeys_user_fkey' })
  userId: string;

  /** base64url. */
  @Column('text')
  credentialId: string;

  /** COSE (RFC 9052). */
  @Column('bytea')
  publicKey: Buffer;

  /** Of signatures, as the device counts them; 0 where it does not. */
  @Column('bigint')
  counter: string;

  @Column('text', { array: true, default: '{}' })
  transports: string[];

  /** The host of SITE_URL when it was made: browsers give it to no other. */
  @Column('text')
  rpId: string;

  /** As its person calls it. */
  @Column('text')
  name: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** UTC: since when it opens nothing, until its person says that it is theirs. */
  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;
}

/**
 * An address of an account: the first one, which `users` has as well (a trigger writes it), and those that its person has
 * proven besides. One key for all of them: no two people have the same.
 */
@Entity('user_addresses')
export class UserAddress {
  /** Normalised: see `normalizeEmail`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_addresses_pkey' })
  email: string;

  @Column('uuid')
  @Index('user_addresses_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'user_addresses_user_fkey' })
  userId: string;

  /** UTC: when it came to the account, or was proven; null where the first one is not yet, or it is suspended. */
  @Column('timestamptz', { nullable: true })
  verifiedAt: Date | null;

  /** UTC: since when it counts as unproven, until its person says that it is theirs. */
  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;
}
