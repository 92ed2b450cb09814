import { Column, Entity, Index } from 'typeorm';
import type { EventType, HomeAway, RsvpBy } from '../events/event-values.js';
import { EditableItem } from '../../publishing/published-item.entity.js';

/**
 * The columns that an event and a series have in common.
 * @param table begins the names of its constraints
 */
export function EventColumns(table: string) {
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

    /** Null where nobody is asked who comes; answers of before stay, and nobody sees them. */
    @Column('text', { nullable: true })
    rsvpBy: RsvpBy | null;

    /** Seconds before the start at which answers end; null where they end with the start. */
    @Column('double precision', { nullable: true })
    rsvpLeadSeconds: number | null;

    /** How many may come; null where anybody may. */
    @Column('integer', { nullable: true })
    rsvpCapacity: number | null;

    /** Rises with each change (RFC 5545 section 3.8.7.4). */
    @Column('integer', { default: 0 })
    sequence: number;

    /** The calendar of somebody else that it is from, as the operator called it; null where none was named. */
    @Column('text', { nullable: true })
    calendar: string | null;

    /** `updatedAt` as the last import left it: another one says that it was changed here since. */
    @Column('timestamptz', { nullable: true })
    sourceUpdatedAt: Date | null;
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
