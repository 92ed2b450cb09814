import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from './user.entity.js';

/** What an access token stands on: revoking the row ends every token of the session at once. */
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

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
