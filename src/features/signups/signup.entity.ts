import {
  Check,
  Column,
  Entity,
  Index,
  ForeignKey,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { CalendarEvent } from '../calendar/calendar-event.entity.js';
import type { ClaimantVisibility, ClaimPer, ClaimStatus } from './signups.errors.js';
import { AnsweredItem } from '../publishing/published-item.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { Student } from '../directory/student.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import type { StoredAnswer } from '../questions/stored-answers.js';

@Entity('signups')
@Index('signups_organization_idx', ['organizationId'])
@Check('signups_claimant_visibility_check', `claimant_visibility in ('names', 'managers_only')`)
@Check('signups_claim_per_check', `claim_per in ('person', 'family', 'student')`)
export class Signup extends AnsweredItem('signups') {
  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  /** UTC; gone from this moment on. */
  @Column('timestamptz', { nullable: true })
  visibleUntil: Date | null;

  /** UTC: claims can be withdrawn until then, else until it closes. */
  @Column('timestamptz', { nullable: true })
  withdrawUntil: Date | null;

  /** The row of the event or occurrence; it keeps its id when its series is recomputed. */
  @Column('uuid', { nullable: true })
  @Index('signups_event_idx')
  @SameSchool(() => CalendarEvent, { onDelete: 'SET NULL', name: 'signups_event_fkey' })
  eventId: string | null;

  @Column('text', { default: 'person' })
  claimPer: ClaimPer;

  /** Quantities, confirmed and waitlisted, over the whole sign-up; null: none. */
  @Column('integer', { nullable: true })
  perPersonLimit: number | null;

  @Column('text', { default: 'names' })
  claimantVisibility: ClaimantVisibility;
}

/** What can be claimed; its row is locked by whoever counts its places. */
@Entity('signup_items')
@Unique('signup_items_title_key', ['schoolId', 'signupId', 'title'])
@Check('signup_items_capacity_check', 'capacity >= 0')
export class SignupItem {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'signup_items_pkey' })
  @Index('signup_items_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signup_items_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'signup_items_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Signup, { onDelete: 'CASCADE', name: 'signup_items_signup_fkey' })
  signupId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** UTC; an item that has begun is closed. */
  @Column('timestamptz', { nullable: true })
  startsAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  /** Null: unlimited. */
  @Column('integer', { nullable: true })
  capacity: number | null;

  @Column('boolean', { default: false })
  waitlistEnabled: boolean;
}

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
