import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Organization } from './organization.entity.js';
import { Student } from '../directory/student.entity.js';
import { StaffMember } from '../staff/staff-member.entity.js';

/** A parent on the roster of an organization: a team parent, a helper. */
@Entity('organization_parents')
@RetiringKey('organization_parents_member_key', ['organizationId', 'membershipId'])
export class OrganizationParent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_parents_organization_fkey' })
  organizationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @Index('organization_parents_membership_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'organization_parents_membership_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_parents_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_parents_school_fkey' })
  schoolId: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('timestamptz')
  addedAt: Date;
}

/** A student on the roster of an organization. */
@Entity('organization_students')
@RetiringKey('organization_students_student_key', ['organizationId', 'studentId'])
export class OrganizationStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_students_organization_fkey' })
  organizationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @Index('organization_students_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'organization_students_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_students_school_fkey' })
  schoolId: string;

  @Column('text', { nullable: true })
  position: string | null;

  @Column('text', { nullable: true })
  jersey: string | null;

  /** The source whose import put the student here and may take them away again; null for one added by an editor. */
  @Column('text', { nullable: true })
  source: string | null;

  @Column('timestamptz')
  addedAt: Date;
}

/** A coach, an adviser, a teacher, a captain: exactly one of staff, parent and student. */
@Entity('organization_leaders')
@Check('organization_leaders_person_check', 'num_nonnulls(staff_member_id, membership_id, student_id) = 1')
@Index('organization_leaders_order_idx', ['organizationId', 'position'])
export class OrganizationLeader {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'organization_leaders_pkey' })
  @Index('organization_leaders_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_leaders_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_leaders_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_leaders_organization_fkey' })
  organizationId: string;

  @Column('uuid', { nullable: true })
  @Index('organization_leaders_staff_idx')
  @SameSchool(() => StaffMember, { onDelete: 'CASCADE', name: 'organization_leaders_staff_fkey' })
  staffMemberId: string | null;

  @Column('uuid', { nullable: true })
  @Index('organization_leaders_membership_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'organization_leaders_membership_fkey' })
  membershipId: string | null;

  @Column('uuid', { nullable: true })
  @Index('organization_leaders_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'organization_leaders_student_fkey' })
  studentId: string | null;

  @Column('text')
  title: string;

  /** From 1, in the order of display. */
  @Column('integer')
  position: number;

  /** The source whose import named the person; null for one named by an editor. */
  @Column('text', { nullable: true })
  source: string | null;
}
