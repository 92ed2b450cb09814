import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserSession } from '../account/sessions/user-session.entity.js';

/** Permission that a person gave an application; its tokens depend on its session. */
@Entity('oauth_grants')
export class OauthGrant {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'oauth_grants_pkey' })
  @ForeignKey(() => UserSession, { onDelete: 'CASCADE', name: 'oauth_grants_session_fkey' })
  sessionId: string;

  /** JSON of the authorization server's library. */
  @Column('jsonb')
  payload: Record<string, unknown>;

  /** The browser's session in which it was allowed: signing out there ends it as well. */
  @Column('uuid', { nullable: true })
  @Index('oauth_grants_browser_session_idx')
  @ForeignKey(() => UserSession, { onDelete: 'SET NULL', name: 'oauth_grants_browser_session_fkey' })
  browserSessionId: string | null;
}
