import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/** Proofs of a person; apart from the person, so that no other query loads them by the way. */
@Entity('user_credentials')
export class UserCredentials {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_credentials_pkey' })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'user_credentials_user_fkey' })
  userId: string;

  /** argon2id. */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  /**
   * Base32 (RFC 4648), readable: as releases before `totpSealed` have written it, and until it is sealed. It counts where
   * it is there, for it is the newer one then.
   */
  @Column('text', { nullable: true })
  totpSecret: string | null;

  /** The secret, sealed: see `DataKeys`. Where both columns are null the second step goes by email. */
  @Column('text', { nullable: true })
  totpSealed: string | null;

  /** The time step of the last code that was taken: that one and older ones are refused (RFC 6238 §5.2). */
  @Column('bigint', { nullable: true })
  totpLastStep: string | null;
}
