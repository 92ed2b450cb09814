import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Student } from '../directory/student.entity.js';

/** A member's own list of students and parents; nobody else ever sees it, admins included. */
@Entity('lists')
export class StudentList {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  @Index('lists_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'lists_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('lists_owner_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'lists_owner_fkey' })
  ownerMembershipId: string;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

@Entity('list_students')
export class ListStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @SameSchool(() => StudentList, { onDelete: 'CASCADE', name: 'list_students_list_fkey' })
  listId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @Index('list_students_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'list_students_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'list_students_school_fkey' })
  schoolId: string;

  @Column('timestamptz')
  addedAt: Date;
}

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
