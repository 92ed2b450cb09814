import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Student } from '../directory/students/student.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import type { CorrectionField, CorrectionState } from './correction-field.js';

/**
 * A guardian's proposal of what the school should have on file of a student. The roster is written by the school's own system
 * alone: a correction asks for it.
 */
@Entity('corrections')
@Index('corrections_author_idx', ['membershipId', 'createdAt'])
@Index('corrections_open_idx', ['schoolId', 'id'], { where: `state = 'open'` })
@Index('corrections_settled_idx', ['settledAt'], { where: 'settled_at is not null' })
@Check(
  'corrections_field_check',
  `field in ('name', 'preferred_name', 'address', 'phone', 'email', 'grade', 'graduation_year', 'guardians', 'other')`,
)
@Check('corrections_state_check', `state in ('open', 'done', 'declined')`)
@Check('corrections_settled_check', `(state = 'open') = (settled_at is null)`)
export class Correction {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'corrections_pkey' })
  @Index('corrections_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'corrections_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'corrections_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('corrections_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'corrections_student_fkey' })
  studentId: string;

  /** The guardian who proposes it. */
  @Column('uuid')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'corrections_author_fkey' })
  membershipId: string;

  @Column('text')
  field: CorrectionField;

  /** What the roster said of the field when the correction was made, as its author saw it. Plain text. */
  @Column('text', { nullable: true })
  present: string | null;

  /** Plain text. */
  @Column('text')
  proposed: string;

  /** Plain text. */
  @Column('text', { nullable: true })
  comment: string | null;

  @Column('text')
  state: CorrectionState;

  /** What the school says to it. Plain text. */
  @Column('text', { nullable: true })
  answer: string | null;

  /** UTC. */
  @Column('timestamptz')
  createdAt: Date;

  /** UTC; null while it is open. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;
}
