import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { SameSchool, School } from '../../schools/school.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { Student } from '../students/student.entity.js';

/**
 * When a contact (of a guardian) or an address (of a student) was shown or hidden. Together with the present state it
 * tells whether a read of the whole roster, long ago, included it.
 */
@Entity('visibility_changes')
@Check('visibility_changes_subject_check', '(guardian_id is null) <> (student_id is null)')
@Index('visibility_changes_school_idx', ['schoolId', 'changedAt'])
@Index('visibility_changes_guardian_idx', ['guardianId', 'changedAt'])
@Index('visibility_changes_student_idx', ['studentId', 'changedAt'])
export class VisibilityChange {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'visibility_changes_pkey' })
  @Index('visibility_changes_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'visibility_changes_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'visibility_changes_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @SameSchool(() => Guardian, { onDelete: 'CASCADE', name: 'visibility_changes_guardian_fkey' })
  guardianId: string | null;

  @Column('uuid', { nullable: true })
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'visibility_changes_student_fkey' })
  studentId: string | null;

  /** The visibility after the change. */
  @Column('boolean')
  visible: boolean;

  /** UTC. */
  @Column('timestamptz')
  changedAt: Date;
}
