import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserSession } from '../../account/sessions/user-session.entity.js';

/** Single use: spending it makes its successor. */
@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token, which is 256 random bits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'refresh_tokens_pkey' })
  tokenHash: string;

  @Column('uuid')
  @Index('refresh_tokens_session_idx')
  @ForeignKey(() => UserSession, { onDelete: 'CASCADE', name: 'refresh_tokens_session_fkey' })
  sessionId: string;

  /** UTC; some time after that the row goes, also of a session that lives. */
  @Column('timestamptz')
  @Index('refresh_tokens_expiry_idx')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  spentAt: Date | null;

  /** The pair that was answered when it was spent, sealed with the spent token itself: only its holder can open it. */
  @Column('bytea', { nullable: true })
  sealedAnswer: Buffer | null;
}
