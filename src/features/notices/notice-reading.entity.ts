import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import { Notice } from './notice.entity.js';

/** A record that a member has read a notice. */
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
