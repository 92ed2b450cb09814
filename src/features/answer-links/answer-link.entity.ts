import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { CalendarEvent } from '../calendar/events/calendar-event.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { Notice } from '../notices/notice.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/** The secret in a mail by which its reader answers to one event, or acknowledges one notice, and does nothing else. */
@Entity('answer_links')
@Index('answer_links_member_idx', ['schoolId', 'membershipId'])
@Unique('answer_links_digest_key', ['digest'])
@Check('answer_links_item_check', 'num_nonnulls(event_id, notice_id) = 1')
@Check('answer_links_version_check', '(notice_id is null) = (version is null)')
export class AnswerLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'answer_links_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'answer_links_school_fkey' })
  schoolId: string;

  /** SHA-256 of 256 random bits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'answer_links_pkey' })
  digest: string;

  /** SHA-256 of the secret and the address that it was mailed to: it is good for nobody who has another one. */
  @Column('text')
  addressDigest: string;

  @Column('uuid')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'answer_links_member_fkey' })
  membershipId: string;

  @Column('uuid', { nullable: true })
  @Index('answer_links_event_idx')
  @SameSchool(() => CalendarEvent, { onDelete: 'CASCADE', name: 'answer_links_event_fkey' })
  eventId: string | null;

  @Column('uuid', { nullable: true })
  @Index('answer_links_notice_idx')
  @SameSchool(() => Notice, { onDelete: 'CASCADE', name: 'answer_links_notice_fkey' })
  noticeId: string | null;

  /** Of the notice's text that the mail has shown: another one is not acknowledged by it. */
  @Column('text', { nullable: true })
  version: string | null;

  /** UTC. */
  @Column('timestamptz')
  createdAt: Date;

  /** UTC: when somebody said that the mail was not for them. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
