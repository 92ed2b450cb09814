import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../../schools/school.entity.js';
import { PermissionSlip } from '../permission-slip.entity.js';
import { Student } from '../../directory/students/student.entity.js';
import { SlipResponse } from './slip-response.entity.js';

/**
 * For whom a response stands: one student, or all of a family. Whoever answers at the same moment as somebody else is
 * told by the unique key.
 */
@Entity('permission_slip_response_students')
@Index('permission_slip_response_students_one_current_key', ['schoolId', 'slipId', 'studentId', 'place'], {
  unique: true,
  where: 'is_current',
})
@Check('permission_slip_response_students_place_check', 'place in (1, 2)')
export class SlipResponseStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_response_students_pkey' })
  @SameSchool(() => SlipResponse, {
    onDelete: 'CASCADE',
    name: 'permission_slip_response_students_response_fkey',
  })
  responseId: string;

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
  @Column('smallint', { default: 1 })
  place: number;

  /** The state of the response is `current`. */
  @Column('boolean')
  isCurrent: boolean;
}
