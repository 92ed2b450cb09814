import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ClaimStatus } from '../claim-terms.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import { Student } from '../../directory/students/student.entity.js';
import { Membership } from '../../memberships/membership.entity.js';
import type { StoredAnswer } from '../../questions/stored-answers.js';
import { Signup, SignupItem } from '../signup.entity.js';

/** Places of an item that a member has, or waits for; a second claim for the same student adds to the first. */
@Entity('signup_claims')
@Index('signup_claims_one_person_key', ['schoolId', 'itemId', 'membershipId'], {
  unique: true,
  where: `student_id is null and status <> 'withdrawn'`,
})
@Index('signup_claims_one_student_key', ['schoolId', 'itemId', 'membershipId', 'studentId'], {
  unique: true,
  where: `student_id is not null and status <> 'withdrawn'`,
})
@Index('signup_claims_queue_idx', ['itemId', 'status', 'queuedAt'])
@Check('signup_claims_status_check', `status in ('confirmed', 'waitlisted', 'withdrawn')`)
@Check('signup_claims_quantity_check', 'quantity between 1 and 99')
export class SignupClaim {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'signup_claims_pkey' })
  @Index('signup_claims_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signup_claims_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'signup_claims_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('signup_claims_signup_idx')
  @SameSchool(() => Signup, { onDelete: 'CASCADE', name: 'signup_claims_signup_fkey' })
  signupId: string;

  @Column('uuid')
  @SameSchool(() => SignupItem, { onDelete: 'CASCADE', name: 'signup_claims_item_fkey' })
  itemId: string;

  @Column('uuid')
  @Index('signup_claims_author_idx')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'signup_claims_author_fkey' })
  membershipId: string;

  @Column('uuid', { nullable: true })
  @Index('signup_claims_student_idx')
  @SameSchool(() => Student, { onDelete: 'SET NULL', name: 'signup_claims_student_fkey' })
  studentId: string | null;

  @Column('integer')
  quantity: number;

  @Column('text')
  status: ClaimStatus;

  @Column('text', { nullable: true })
  comment: string | null;

  @Column('jsonb', { default: [] })
  answers: StoredAnswer[];

  /** UTC: its place in the queue; a waitlisted claim that is raised goes to the end. */
  @Column('timestamptz')
  queuedAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
