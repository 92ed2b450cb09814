import type { TwoStepMethod } from './two-step-method.js';
import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { UserSession } from '../sessions/user-session.entity.js';

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
