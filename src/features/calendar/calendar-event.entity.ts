import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { AudienceType } from '../../policy/audience.js';
import { Category } from '../categories/category.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';
import { EventSeries } from './event-series.entity.js';
import type { EventStatus, EventType, HomeAway } from './event-values.js';

/**
 * One entry of the calendar: a single event, or one occurrence of a series, which then has all its own values
 * computed. The list is a plain read of this table; the series is what the occurrences are computed from again.
 */
@Entity('events')
@Unique('events_occurrence_key', ['seriesId', 'originalStart'])
@Unique('events_source_key', ['schoolId', 'source', 'sourceId'])
@Index('events_list_idx', ['schoolId', 'startDate'])
@Index('events_organization_idx', ['organizationId', 'startDate'])
@Check('events_occurrence_check', '(series_id is null) = (original_start is null)')
@Check('events_times_check', 'all_day = (starts_at is null) and all_day = (ends_at is null)')
@Check('events_audience_check', `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`)
@Check('events_status_check', `status in ('confirmed', 'tentative', 'cancelled')`)
export class CalendarEvent {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'events_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'events_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'events_organization_fkey' })
  organizationId: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => EventSeries, { onDelete: 'CASCADE', name: 'events_series_fkey' })
  seriesId: string | null;

  /** `YYYYMMDD` or `YYYYMMDDTHHMMSSZ`: where the rule put the occurrence; it never changes (contract 7, rule 5). */
  @Column('text', { nullable: true })
  originalStart: string | null;

  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('boolean')
  allDay: boolean;

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

  /** IANA name. */
  @Column('text')
  timeZone: string;

  @Column('uuid', { nullable: true })
  @Index('events_category_idx')
  @ForeignKey(() => Category, { onDelete: 'SET NULL', name: 'events_category_fkey' })
  categoryId: string | null;

  @Column('text', { array: true, default: '{}' })
  tags: string[];

  @Column('text', { default: 'confirmed' })
  status: EventStatus;

  /** UTC; a cancelled occurrence is shown for 30 days. */
  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  @Column('text')
  audienceType: AudienceType;

  @Column('integer', { array: true, default: '{}' })
  audienceYears: number[];

  @Column('uuid', { array: true, default: '{}' })
  audienceOrganizationIds: string[];

  @Column('text', { default: 'other' })
  eventType: EventType;

  @Column('text', { nullable: true })
  homeAway: HomeAway | null;

  @Column('text', { nullable: true })
  opponent: string | null;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  arrivalAt: Date | null;

  @Column('text', { nullable: true })
  uniform: string | null;

  /** In what an occurrence differs from its series on purpose: names of API fields, and `times`. */
  @Column('text', { array: true, default: '{}' })
  overrides: string[];

  /** Rises with each change (RFC 5545 section 3.8.7.4). */
  @Column('integer', { default: 0 })
  sequence: number;

  /** `api`, `content`, or `calendar` of an imported file. */
  @Column('text')
  source: string;

  /** The key or UID in the source; null for what the API made. */
  @Column('text', { nullable: true })
  sourceId: string | null;

  /** Of an occurrence: what the source says of it, as long as nobody has changed it here. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
