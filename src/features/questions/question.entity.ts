import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { PermissionSlip } from '../permission-slips/permission-slip.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { Signup } from '../signups/signup.entity.js';
import type { QuestionType } from './stored-answers.js';

/** A question of one sign-up or one permission slip. */
@Entity('questions')
@Unique('questions_signup_place_key', ['schoolId', 'signupId', 'position'])
@Unique('questions_slip_place_key', ['schoolId', 'permissionSlipId', 'position'])
@Check('questions_owner_check', 'num_nonnulls(signup_id, permission_slip_id) = 1')
@Check(
  'questions_type_check',
  `type in ('short_text', 'long_text', 'single_choice', 'multi_choice', 'yes_no', 'date', 'number')`,
)
export class Question {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'questions_pkey' })
  @Index('questions_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'questions_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'questions_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @SameSchool(() => Signup, { onDelete: 'CASCADE', name: 'questions_signup_fkey' })
  signupId: string | null;

  @Column('uuid', { nullable: true })
  @SameSchool(() => PermissionSlip, { onDelete: 'CASCADE', name: 'questions_slip_fkey' })
  permissionSlipId: string | null;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  type: QuestionType;

  @Column('text')
  text: string;

  @Column('boolean', { default: false })
  required: boolean;

  /** Slips alone: other guardians do not see the answer. */
  @Column('boolean', { default: false })
  private: boolean;

  /** Slips alone. */
  @Column('boolean', { default: false })
  requiredOnDecline: boolean;
}
