import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';
import type { MemberRole } from '../../access/caller.js';

/** What registration confirm matches against a verified email; consumed once. */
@Entity('invitations')
@Check('invitations_role_check', `role in ('parent', 'junior_admin', 'senior_admin')`)
@Index('invitations_open_email_idx', ['email'], { where: 'consumed_at is null' })
export class Invitation {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'invitations_pkey' })
  id: string;

  @Column('uuid')
  @Index('invitations_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'invitations_school_fkey' })
  schoolId: string;

  /** Normalised: see `normalizeEmail`. */
  @Column('text')
  email: string;

  @Column('text')
  role: MemberRole;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  consumedAt: Date | null;
}
