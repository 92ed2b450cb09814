import { Column, Entity, Index, Check, Unique } from 'typeorm';
import type { EventType, HomeAway, EventStatus } from './event-values.js';
import { EditableItem } from '../publishing/published-item.entity.js';
import { SameSchool } from '../schools/school.entity.js';

/**
 * The columns that an event and a series have in common.
 * @param table begins the names of its constraints
 */
function EventColumns(table: string) {
  abstract class Columns extends EditableItem(table) {
    @Column('text')
    title: string;

    /** Sanitised HTML. */
    @Column('text', { nullable: true })
    description: string | null;

    @Column('text', { nullable: true })
    location: string | null;

    @Column('boolean')
    allDay: boolean;

    /** IANA name. */
    @Column('text')
    timeZone: string;

    @Column('text', { array: true, default: '{}' })
    tags: string[];

    @Column('text', { default: 'other' })
    eventType: EventType;

    @Column('text', { nullable: true })
    homeAway: HomeAway | null;

    @Column('text', { nullable: true })
    opponent: string | null;

    @Column('text', { nullable: true })
    uniform: string | null;

    /** Rises with each change (RFC 5545 section 3.8.7.4). */
    @Column('integer', { default: 0 })
    sequence: number;
  }
  return Columns;
}

/** A repeating event: wall clock, zone and rule, never fixed instants (contract section 7, rule 1). */
@Entity('event_series')
@Index('event_series_organization_idx', ['organizationId'])
export class EventSeries extends EventColumns('event_series') {
  /** `2026-09-07T15:30` on the wall of `timeZone`; `2026-09-07` when all day. */
  @Column('text')
  localStart: string;

  /** Elapsed minutes when timed, days when all day. */
  @Column('integer')
  duration: number;

  /** RFC 5545 section 3.3.10, without the name of the property; null for dates named one by one. */
  @Column('text', { nullable: true })
  rrule: string | null;

  /** Wall clocks in the form of `localStart`. */
  @Column('text', { array: true, default: '{}' })
  rdates: string[];

  @Column('text', { array: true, default: '{}' })
  exdates: string[];

  /** Minutes before the start at which people arrive. */
  @Column('integer', { nullable: true })
  arrivalMinutesBefore: number | null;

  /** The series that this one was split from (contract section 7, rule 6). */
  @Column('uuid', { nullable: true })
  splitFromId: string | null;
}

/**
 * One entry of the calendar: a single event, or one occurrence of a series, which then has all its own values
 * computed. The list is a plain read of this table; the series is what the occurrences are computed from again. The
 * `sourceDigest` of an occurrence is of what the source says of it, as long as nobody has changed it here.
 */
@Entity('events')
@Unique('events_occurrence_key', ['schoolId', 'seriesId', 'originalStart'])
@Index('events_list_idx', ['schoolId', 'startDate'])
@Index('events_organization_idx', ['organizationId', 'startDate'])
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

  /** In what an occurrence differs from its series on purpose: names of API fields, and `times`. */
  @Column('text', { array: true, default: '{}' })
  overrides: string[];
}
