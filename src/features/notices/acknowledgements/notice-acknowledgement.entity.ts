import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import { Notice } from '../notice.entity.js';

/** A record that a member has acknowledged a text of a notice. */
@Entity('notice_acknowledgements')
export class NoticeAcknowledgement {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_acknowledgements_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'notice_acknowledgements_member_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_acknowledgements_pkey' })
  @Index('notice_acknowledgements_notice_idx')
  @SameSchool(() => Notice, { onDelete: 'CASCADE', name: 'notice_acknowledgements_notice_fkey' })
  noticeId: string;

  /** SHA-256 of title and body, in hex: see `textVersion`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'notice_acknowledgements_pkey' })
  version: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notice_acknowledgements_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notice_acknowledgements_school_fkey' })
  schoolId: string;

  /** UTC, the first time. */
  @Column('timestamptz')
  acknowledgedAt: Date;
}
