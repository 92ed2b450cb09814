import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Student } from '../directory/student.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { School } from '../schools/school.entity.js';
import { StudentList } from './student-list.entity.js';

/** A parent put on a list by themselves, not because of a student on it. */
@Entity('list_guardians')
@Unique('list_guardians_list_membership_key', ['listId', 'guardianMembershipId'])
export class ListGuardian {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'list_guardians_pkey' })
  id: string;

  @Column('uuid')
  @Index('list_guardians_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'list_guardians_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => StudentList, { onDelete: 'CASCADE', name: 'list_guardians_list_fkey' })
  listId: string;

  @Column('uuid')
  @Index('list_guardians_membership_idx')
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'list_guardians_membership_fkey' })
  guardianMembershipId: string;

  /** The student whose address stands for the parent's. */
  @Column('uuid', { nullable: true })
  @Index('list_guardians_student_idx')
  @ForeignKey(() => Student, { onDelete: 'SET NULL', name: 'list_guardians_student_fkey' })
  linkedStudentId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
