import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from '../directory/students/student.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';

/** A private note, keyed by author and student; never shared, not even with admins. */
@Entity('notes')
@RetiringKey('notes_author_key', ['authorMembershipId', 'studentId'])
export class Note {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notes_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'notes_author_fkey' })
  authorMembershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notes_pkey' })
  @Index('notes_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'notes_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notes_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notes_school_fkey' })
  schoolId: string;

  @Column('text')
  body: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
