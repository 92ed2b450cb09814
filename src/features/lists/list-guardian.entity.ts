import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Student } from '../directory/students/student.entity.js';
import { StudentList } from './student-list.entity.js';

/** A parent put on a list by themselves, not because of a student on it. */
@Entity('list_guardians')
@Unique('list_guardians_membership_key', ['schoolId', 'listId', 'guardianMembershipId'])
@RetiringKey('list_guardians_list_membership_key', ['listId', 'guardianMembershipId'])
export class ListGuardian {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'list_guardians_pkey' })
  @Index('list_guardians_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_guardians_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'list_guardians_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => StudentList, { onDelete: 'CASCADE', name: 'list_guardians_list_fkey' })
  listId: string;

  @Column('uuid')
  @Index('list_guardians_membership_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'list_guardians_membership_fkey' })
  guardianMembershipId: string;

  /** The student whose address stands for the parent's. */
  @Column('uuid', { nullable: true })
  @Index('list_guardians_student_idx')
  @SameSchool(() => Student, { onDelete: 'SET NULL', name: 'list_guardians_student_fkey' })
  linkedStudentId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
