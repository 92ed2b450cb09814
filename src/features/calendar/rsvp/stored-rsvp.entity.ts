import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from '../../directory/students/student.entity.js';
import { Membership } from '../../memberships/membership.entity.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import type { RsvpAnswer } from '../events/event-values.js';

/**
 * Whether somebody comes to an event. It belongs to the one occurrence, whatever becomes of the series, and there is one for each
 * student or person: a later answer takes the place of an earlier one.
 */
@Entity('event_rsvps')
@Index('event_rsvps_student_idx', ['schoolId', 'studentId'])
@Index('event_rsvps_member_idx', ['schoolId', 'membershipId'])
@Index('event_rsvps_answerer_idx', ['schoolId', 'answeredByMembershipId'])
@Check('event_rsvps_answer_check', `answer in ('yes', 'no', 'maybe')`)
@Check('event_rsvps_subject_check', 'num_nonnulls(student_id, membership_id) = 1')
export class StoredRsvp {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_rsvps_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'event_rsvps_school_fkey' })
  schoolId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_rsvps_pkey' })
  @SameSchool(() => CalendarEvent, { onDelete: 'CASCADE', name: 'event_rsvps_event_fkey' })
  eventId: string;

  /** The student or the member for whom it is. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_rsvps_pkey' })
  subjectId: string;

  @Column('uuid', { nullable: true })
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'event_rsvps_student_fkey' })
  studentId: string | null;

  @Column('uuid', { nullable: true })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'event_rsvps_member_fkey' })
  membershipId: string | null;

  @Column('text')
  answer: RsvpAnswer;

  /** Plain text. */
  @Column('text', { nullable: true })
  comment: string | null;

  /** Null once the person has left. */
  @Column('uuid', { nullable: true })
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'event_rsvps_answerer_fkey' })
  answeredByMembershipId: string | null;

  /** UTC. */
  @Column('timestamptz')
  answeredAt: Date;

  /** UTC: when its place was given back; it counts for nothing then. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
