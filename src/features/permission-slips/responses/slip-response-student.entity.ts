import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../../schools/school.entity.js';
import { PermissionSlip } from '../permission-slip.entity.js';
import { Student } from '../../directory/students/student.entity.js';
import { SlipResponse } from './slip-response.entity.js';

export interface SignedStudent {
  name: string;
  graduation_year: number | null;
  /** In the school's records; null where it was no other one. */
  legal_name: string | null;
}

/**
 * A student for whom a response holds: one row, or one for each student of a family. Of two answers that come at the same
 * moment the unique key refuses one.
 */
@Entity('permission_slip_response_students')
@Index(
  'permission_slip_response_students_one_current_key',
  ['schoolId', 'slipId', 'studentId', 'signatureNumber'],
  {
    unique: true,
    where: 'is_current',
  },
)
@Check('permission_slip_response_students_place_check', 'place in (1, 2)')
export class SlipResponseStudent {
  @PrimaryColumn('uuid', {
    name: 'response_id',
    primaryKeyConstraintName: 'permission_slip_response_students_pkey',
  })
  @SameSchool(() => SlipResponse, {
    onDelete: 'CASCADE',
    name: 'permission_slip_response_students_response_fkey',
  })
  revisionId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_response_students_pkey' })
  @Index('permission_slip_response_students_student_idx')
  @SameSchool(() => Student, {
    onDelete: 'CASCADE',
    name: 'permission_slip_response_students_student_fkey',
  })
  studentId: string;

  @Column('uuid')
  @Index('permission_slip_response_students_slip_idx')
  @SameSchool(() => PermissionSlip, {
    onDelete: 'CASCADE',
    name: 'permission_slip_response_students_slip_fkey',
  })
  slipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_response_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'permission_slip_response_students_school_fkey' })
  schoolId: string;

  /** 1, and 2 for the second signature where two guardians have to sign. */
  @Column('smallint', { name: 'place', default: 1 })
  signatureNumber: number;

  /** The student as they were then; null in rows from before it was kept. */
  @Column('jsonb', { nullable: true })
  signedAs: SignedStudent | null;

  /** The response holds for the student: it has not ended, and no answer of another guardian has overruled it. */
  @Column('boolean')
  isCurrent: boolean;

  /** Another guardian's answer has overruled the response for this student, while it went on for others of the family. */
  @Column('boolean', { default: false })
  isOverruled: boolean;
}
