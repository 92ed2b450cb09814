import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { AuthoredItem } from '../publishing/published-item.entity.js';

/** A time-bounded notice: shown from its start until it expires. */
@Entity('notices')
@Index('notices_organization_idx', ['organizationId'])
@Index('notices_to_alert_idx', ['startsAt'], { where: 'alerted_at is null' })
export class Notice extends AuthoredItem('notices') {
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

  /** UTC: when its one alert went out; null while its start lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;
}

/** That a member has read a notice. */
@Entity('notice_readings')
export class NoticeReading {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_readings_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'notice_readings_reader_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_readings_pkey' })
  @Index('notice_readings_notice_idx')
  @SameSchool(() => Notice, { onDelete: 'CASCADE', name: 'notice_readings_notice_fkey' })
  noticeId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_readings_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notice_readings_school_fkey' })
  schoolId: string;

  /** UTC, the first time. */
  @Column('timestamptz')
  readAt: Date;
}
