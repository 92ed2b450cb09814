import { Column, Entity, Index } from 'typeorm';
import { EventColumns } from './event-columns.entity.js';

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
