import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { AudienceType } from '../../policy/audience.js';
import { Category } from '../categories/category.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';

/** A time-bounded notice: shown from its start until it expires. */
@Entity('notices')
@Unique('notices_source_key', ['schoolId', 'source', 'sourceId'])
@Index('notices_to_alert_idx', ['startsAt'], { where: 'alerted_at is null' })
@Check('notices_audience_check', `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`)
export class Notice {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'notices_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notices_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('notices_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'notices_organization_fkey' })
  organizationId: string | null;

  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text')
  body: string;

  /** UTC; hidden before. */
  @Column('timestamptz')
  startsAt: Date;

  /** UTC; gone from this moment on. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('boolean', { default: false })
  pinned: boolean;

  @Column('uuid', { nullable: true })
  @Index('notices_category_idx')
  @ForeignKey(() => Category, { onDelete: 'SET NULL', name: 'notices_category_fkey' })
  categoryId: string | null;

  @Column('text')
  audienceType: AudienceType;

  @Column('integer', { array: true, default: '{}' })
  audienceYears: number[];

  @Column('uuid', { array: true, default: '{}' })
  audienceOrganizationIds: string[];

  /** Null for what an import made, and once the person has left. */
  @Column('uuid', { nullable: true })
  @Index('notices_author_idx')
  @ForeignKey(() => Membership, { onDelete: 'SET NULL', name: 'notices_author_fkey' })
  createdByMembershipId: string | null;

  /** UTC: when its one alert went out; null while its start lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;

  /** `api` or `content`. */
  @Column('text')
  source: string;

  /** The key in the source; null for what the API made. */
  @Column('text', { nullable: true })
  sourceId: string | null;

  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

/** That a member has read a notice. */
@Entity('notice_readings')
export class NoticeReading {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_readings_pkey' })
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'notice_readings_reader_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_readings_pkey' })
  @Index('notice_readings_notice_idx')
  @ForeignKey(() => Notice, { onDelete: 'CASCADE', name: 'notice_readings_notice_fkey' })
  noticeId: string;

  @Column('uuid')
  @Index('notice_readings_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notice_readings_school_fkey' })
  schoolId: string;

  /** UTC, the first time. */
  @Column('timestamptz')
  readAt: Date;
}
