import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { CalendarEvent } from '../calendar/events/calendar-event.entity.js';
import type { ClaimantVisibility, ClaimPer } from './claim-terms.js';
import { AnsweredItem } from '../publishing/published-item.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

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

/** An item that can be claimed; who counts its places has locked the sign-up. */
@Entity('signup_items')
@Index('signup_items_signup_idx', ['schoolId', 'signupId'])
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

  /** UTC: when those who have claimed it were reminded last, the day before it or by a manager. */
  @Column('timestamptz', { nullable: true })
  lastReminderAt: Date | null;
}
