import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Application } from '../../oauth/application.entity.js';
import { User } from '../user.entity.js';

/** A session, on which access tokens depend: revoking the row ends every token of the session at once. */
@Entity('user_sessions')
export class UserSession {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'user_sessions_pkey' })
  id: string;

  @Column('uuid')
  @Index('user_sessions_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'user_sessions_user_fkey' })
  userId: string;

  /** True until the second step is done; every operation but the second step answers 401 `mfa_required`. */
  @Column('boolean', { default: false })
  secondStepPending: boolean;

  /** The application that opened it; null for a browser, and for a token that the operator issued. */
  @Column('uuid', { nullable: true })
  @Index('user_sessions_application_idx')
  @ForeignKey(() => Application, { onDelete: 'CASCADE', name: 'user_sessions_application_fkey' })
  applicationId: string | null;

  /** SHA-256 of what the cookie of a browser holds; null where it is no browser's session. */
  @Column('text', { nullable: true })
  @Index('user_sessions_browser_token_key', { unique: true, where: 'browser_token_hash is not null' })
  browserTokenHash: string | null;

  /** How the person has proven who they are in the browser (RFC 8176). */
  @Column('text', { array: true, default: '{}' })
  amr: string[];

  /** UTC; when they last did. Null: when it was opened. */
  @Column('timestamptz', { nullable: true })
  provenAt: Date | null;

  /**
   * Only schools that the session is for, copied from the application. Members of other schools have no session by it. Null:
   * every school.
   */
  @Column('uuid', { array: true, nullable: true })
  onlySchools: string[] | null;

  /** Opened by an operator in the person's name: what is read in it counts as the operator's. */
  @Column('boolean', { default: false })
  byOperator: boolean;

  /** UTC; when the second step was done in this session. */
  @Column('timestamptz', { nullable: true })
  twoStepAt: Date | null;

  /** Wrong second-step codes in this session; at five it is revoked. */
  @Column('integer', { default: 0 })
  failedCodes: number;

  @Column('timestamptz')
  createdAt: Date;

  /** UTC; when tokens of the session were last given out. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** UTC; some time after that the row goes, whether or not it was revoked before. */
  @Column('timestamptz')
  @Index('user_sessions_expiry_idx')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
