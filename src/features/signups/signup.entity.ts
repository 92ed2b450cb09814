import { Check, Column, Entity, Index } from 'typeorm';
import { CalendarEvent } from '../calendar/calendar-event.entity.js';
import type { ClaimantVisibility, ClaimPer } from './signups.errors.js';
import { AnsweredItem } from '../publishing/published-item.entity.js';
import { SameSchool } from '../schools/school.entity.js';

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
