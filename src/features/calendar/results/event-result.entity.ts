import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import { Organization } from '../../organizations/organization.entity.js';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import type { ResultOutcome } from '../events/event-values.js';

/** How an event of an organization ended; it belongs to the one occurrence, whatever becomes of the series. */
@Entity('event_results')
@RetiringKey('event_results_event_key', ['eventId'])
@Check('event_results_outcome_check', `outcome in ('win', 'loss', 'tie', 'no_result', 'placed')`)
export class EventResult {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_results_pkey' })
  @SameSchool(() => CalendarEvent, { onDelete: 'CASCADE', name: 'event_results_event_fkey' })
  eventId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_results_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'event_results_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('event_results_organization_idx')
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'event_results_organization_fkey' })
  organizationId: string;

  @Column('text')
  outcome: ResultOutcome;

  @Column('double precision', { nullable: true })
  scoreFor: number | null;

  @Column('double precision', { nullable: true })
  scoreAgainst: number | null;

  @Column('integer', { nullable: true })
  place: number | null;

  @Column('integer', { nullable: true })
  fieldSize: number | null;

  @Column('text', { nullable: true })
  summary: string | null;

  /** Null once the person has left. */
  @Column('uuid', { nullable: true })
  @Index('event_results_recorder_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'event_results_recorder_fkey' })
  recordedByMembershipId: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
