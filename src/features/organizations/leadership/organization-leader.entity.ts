import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import { Organization } from '../organization.entity.js';
import { Student } from '../../directory/students/student.entity.js';
import { StaffMember } from '../../staff/staff-member.entity.js';

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
