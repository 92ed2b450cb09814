import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';
import { User } from '../account/user.entity.js';
import { School } from '../schools/school.entity.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

@Entity('memberships')
@Unique('memberships_user_school_key', ['userId', 'schoolId'])
@Index('memberships_students_gone_idx', ['studentsGoneAt'], {
  where: 'students_gone_at is not null and deactivated_at is null',
})
@Check('memberships_role_check', `role in ('parent', 'junior_admin', 'senior_admin')`)
@Check('memberships_profile_visibility_check', `profile_visibility in ('full', 'name_only')`)
export class Membership {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'memberships_pkey' })
  @Index('memberships_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'memberships_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'memberships_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'memberships_user_fkey' })
  userId: string;

  @Column('text')
  role: MemberRole;

  @Column({ type: 'text', nullable: true, collation: 'und-x-icu' })
  firstName: string | null;

  @Column({ type: 'text', nullable: true, collation: 'und-x-icu' })
  lastName: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { default: 'full' })
  profileVisibility: ProfileVisibility;

  /** Hidden by the school's default alone: a trigger asks it again whenever the row or the default changes. */
  @Column('boolean', { default: false })
  hiddenByDefault: boolean;

  /** UTC; a deactivated membership counts as none everywhere but in GET /me (contract 0, rule 8). */
  @Column('timestamptz', { nullable: true })
  deactivatedAt: Date | null;

  @Column('timestamptz')
  joinedAt: Date;

  /** UTC: since when a parent has no student on the roster; `schools.grace_days` later the membership ends. */
  @Column('timestamptz', { nullable: true })
  studentsGoneAt: Date | null;

  /** Deactivated for that reason and no other: it is active again when a student comes back. */
  @Column('boolean', { default: false })
  endedWithoutStudents: boolean;

  /** Fingerprint of the name and phone that a file last gave: one that repeats itself never overwrites a correction. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;
}
