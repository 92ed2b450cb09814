import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../account/user.entity.js';
import { UserSession } from '../account/sessions/user-session.entity.js';

/** Codes, refresh tokens, interactions and whatever else the authorization server stores for a while. */
@Entity('oauth_artifacts')
export class OauthArtifact {
  /** The library's name of its kind. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_artifacts_pkey' })
  model: string;

  /** SHA-256 of its id, which is the secret itself. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_artifacts_pkey' })
  idHash: string;

  /** JSON of the library, without the id. */
  @Column('jsonb')
  payload: Record<string, unknown>;

  /** Session of the grant that it belongs to. */
  @Column('uuid', { nullable: true })
  @Index('oauth_artifacts_session_idx')
  @ForeignKey(() => UserSession, { onDelete: 'CASCADE', name: 'oauth_artifacts_session_fkey' })
  sessionId: string | null;

  @Column('uuid', { nullable: true })
  @Index('oauth_artifacts_user_idx')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'oauth_artifacts_user_fkey' })
  userId: string | null;

  /** SHA-256 of the code that a person types for a device. */
  @Column('text', { nullable: true })
  @Index('oauth_artifacts_user_code_key', { unique: true, where: 'user_code_hash is not null' })
  userCodeHash: string | null;

  @Column('timestamptz')
  @Index('oauth_artifacts_expiry_idx')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  consumedAt: Date | null;

  /** Answer that was given when a refresh token was spent, sealed with the token itself: only its holder can open it. */
  @Column('bytea', { nullable: true })
  sealedAnswer: Buffer | null;
}
