import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { User } from './user.entity.js';
import { UserSession } from './user-session.entity.js';

/** What a person proves themselves with; apart from the person, so that nothing loads it by the way. */
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

  /** The same, sealed: see `DataKeys`. Neither: the second step goes by email. */
  @Column('text', { nullable: true })
  totpSealed: string | null;

  /** The time step of the last code that was taken: that one and older ones are refused (RFC 6238 §5.2). */
  @Column('bigint', { nullable: true })
  totpLastStep: string | null;
}

/** One of eight; each opens the second step once. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of user id and code, the code being about 79 random bits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  codeHash: string;

  @Column('uuid')
  @Index('recovery_codes_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'recovery_codes_user_fkey' })
  userId: string;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}

export const TWO_STEP_METHODS = ['totp', 'email'] as const;
export type TwoStepMethod = (typeof TWO_STEP_METHODS)[number];

@Entity('two_step_challenges')
@Check('two_step_challenges_method_check', `method in ('totp', 'email')`)
export class TwoStepChallenge {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'two_step_challenges_pkey' })
  id: string;

  @Column('uuid')
  @Index('two_step_challenges_session_idx')
  @ForeignKey(() => UserSession, { onDelete: 'CASCADE', name: 'two_step_challenges_session_fkey' })
  sessionId: string;

  @Column('text')
  method: TwoStepMethod;

  /** SHA-256 of challenge id and code; null for TOTP, whose codes are computed. */
  @Column('text', { nullable: true })
  codeHash: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}

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

  /** UTC; null: before it was noted. */
  @Column('timestamptz', { nullable: true })
  firstSeenAt: Date | null;

  /** UTC, to the hour: when somebody last signed in there, with every step; that a session was renewed is none. */
  @Column('timestamptz', { nullable: true })
  signedInAt: Date | null;
}
