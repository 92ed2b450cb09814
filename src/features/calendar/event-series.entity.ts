import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { AudienceType } from '../../policy/audience.js';
import { Category } from '../categories/category.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';
import type { EventType, HomeAway } from './event-values.js';

/** A repeating event: wall clock, zone and rule, never fixed instants (contract section 7, rule 1). */
@Entity('event_series')
@Unique('event_series_source_key', ['schoolId', 'source', 'sourceId'])
@Check(
  'event_series_audience_check',
  `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`,
)
export class EventSeries {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'event_series_pkey' })
  id: string;

  @Column('uuid')
  @Index('event_series_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'event_series_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('event_series_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'event_series_organization_fkey' })
  organizationId: string | null;

  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('boolean')
  allDay: boolean;

  /** `2026-09-07T15:30` on the wall of `timeZone`; `2026-09-07` when all day. */
  @Column('text')
  localStart: string;

  /** Elapsed minutes when timed, days when all day. */
  @Column('integer')
  duration: number;

  /** IANA name. */
  @Column('text')
  timeZone: string;

  /** RFC 5545 section 3.3.10, without the name of the property; null for dates named one by one. */
  @Column('text', { nullable: true })
  rrule: string | null;

  /** Wall clocks in the form of `localStart`. */
  @Column('text', { array: true, default: '{}' })
  rdates: string[];

  @Column('text', { array: true, default: '{}' })
  exdates: string[];

  @Column('uuid', { nullable: true })
  @Index('event_series_category_idx')
  @ForeignKey(() => Category, { onDelete: 'SET NULL', name: 'event_series_category_fkey' })
  categoryId: string | null;

  @Column('text', { array: true, default: '{}' })
  tags: string[];

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

  /** Minutes before the start at which people arrive. */
  @Column('integer', { nullable: true })
  arrivalMinutesBefore: number | null;

  @Column('text', { nullable: true })
  uniform: string | null;

  /** The series that this one was split from (contract section 7, rule 6). */
  @Column('uuid', { nullable: true })
  splitFromId: string | null;

  /** Rises with each change (RFC 5545 section 3.8.7.4). */
  @Column('integer', { default: 0 })
  sequence: number;

  @Column('text')
  source: string;

  @Column('text', { nullable: true })
  sourceId: string | null;

  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
