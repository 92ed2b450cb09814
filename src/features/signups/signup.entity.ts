import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { AudienceType } from '../../policy/audience.js';
import { CalendarEvent } from '../calendar/calendar-event.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';
import type { ClaimantVisibility, ClaimPer } from './signups.errors.js';

@Entity('signups')
@Unique('signups_source_key', ['schoolId', 'source', 'sourceId'])
@Index('signups_to_alert_idx', ['opensAt'], { where: 'alerted_at is null' })
@Check('signups_audience_check', `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`)
@Check('signups_claimant_visibility_check', `claimant_visibility in ('names', 'managers_only')`)
@Check('signups_claim_per_check', `claim_per in ('person', 'family', 'student')`)
export class Signup {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'signups_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'signups_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('signups_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'signups_organization_fkey' })
  organizationId: string | null;

  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('text')
  audienceType: AudienceType;

  @Column('integer', { array: true, default: '{}' })
  audienceYears: number[];

  @Column('uuid', { array: true, default: '{}' })
  audienceOrganizationIds: string[];

  /** UTC; hidden before. */
  @Column('timestamptz')
  opensAt: Date;

  /** UTC; closed from this moment on. */
  @Column('timestamptz', { nullable: true })
  closesAt: Date | null;

  /** UTC; gone from this moment on. */
  @Column('timestamptz', { nullable: true })
  visibleUntil: Date | null;

  /** UTC: claims can be withdrawn until then, else until it closes. */
  @Column('timestamptz', { nullable: true })
  withdrawUntil: Date | null;

  /** The row of the event or occurrence; it keeps its id when its series is computed anew. */
  @Column('uuid', { nullable: true })
  @Index('signups_event_idx')
  @ForeignKey(() => CalendarEvent, { onDelete: 'SET NULL', name: 'signups_event_fkey' })
  eventId: string | null;

  @Column('text', { default: 'person' })
  claimPer: ClaimPer;

  /** Quantities, confirmed and waitlisted, over the whole sign-up; null: none. */
  @Column('integer', { nullable: true })
  perPersonLimit: number | null;

  @Column('text', { default: 'names' })
  claimantVisibility: ClaimantVisibility;

  /** UTC: when everyone whom it is addressed to was told that it is open; null while that lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;

  /** `content`: they are made in the product, no operation makes one (contract section 0, rule 14). */
  @Column('text')
  source: string;

  /** The key in the source. */
  @Column('text')
  sourceId: string;

  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
