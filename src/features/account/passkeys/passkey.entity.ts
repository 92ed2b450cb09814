import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../user.entity.js';

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

  /** Signatures, as the device counts them; 0 where it does not. */
  @Column('bigint')
  counter: string;

  @Column('text', { array: true, default: '{}' })
  transports: string[];

  /** The host of SITE_URL when it was made: browsers give it to no other. */
  @Column('text')
  rpId: string;

  /** Name that the person gave it. */
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
