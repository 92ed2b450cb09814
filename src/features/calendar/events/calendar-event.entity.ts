import { Check, Column, Entity, Index, Unique } from 'typeorm';
import type { EventStatus } from './event-values.js';
import { SameSchool } from '../../schools/school.entity.js';
import { EventColumns, EventSeries } from '../series/event-series.entity.js';

/**
 * One entry of the calendar: a single event, or one occurrence of a series, which then has all its own values
 * computed. The list is a plain read of this table; the series is what the occurrences are computed from again. The
 * `sourceDigest` of an occurrence is of what the source says of it, as long as nobody has changed it here.
 */
@Entity('events')
@Unique('events_occurrence_key', ['schoolId', 'seriesId', 'originalStart'])
@Index('events_list_idx', ['schoolId', 'startDate'])
@Index('events_organization_idx', ['organizationId', 'startDate'])
@Index('events_rsvp_idx', ['schoolId', 'startDate'], { where: 'rsvp_by is not null' })
@Check('events_occurrence_check', '(series_id is null) = (original_start is null)')
@Check('events_times_check', 'all_day = (starts_at is null) and all_day = (ends_at is null)')
@Check('events_status_check', `status in ('confirmed', 'tentative', 'cancelled')`)
export class CalendarEvent extends EventColumns('events') {
  @Column('uuid', { nullable: true })
  @SameSchool(() => EventSeries, { onDelete: 'CASCADE', name: 'events_series_fkey' })
  seriesId: string | null;

  /** `YYYYMMDD` or `YYYYMMDDTHHMMSSZ`: where the rule put the occurrence; it never changes (contract 7, rule 5). */
  @Column('text', { nullable: true })
  originalStart: string | null;

  /** UTC; null for an all-day event. */
  @Column('timestamptz', { nullable: true })
  startsAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  /** The day at the school on which it starts; `YYYY-MM-DD`. */
  @Column('date')
  startDate: string;

  /** The last day, inclusive. */
  @Column('date')
  endDate: string;

  @Column('text', { default: 'confirmed' })
  status: EventStatus;

  /** UTC; a cancelled occurrence is shown for 30 days. */
  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  arrivalAt: Date | null;

  /** UTC: when a manager last reminded those who owe an answer. */
  @Column('timestamptz', { nullable: true })
  rsvpRemindedAt: Date | null;

  /** In what an occurrence differs from its series on purpose: names of API fields, and `times`. */
  @Column('text', { array: true, default: '{}' })
  overrides: string[];
}
