import { Check, Column, Entity, Index } from 'typeorm';
import { CalendarEvent } from '../calendar/events/calendar-event.entity.js';
import { SameSchool } from '../schools/school.entity.js';
import type { AnswerPer } from './slip-vocabulary.js';
import { AnsweredItem } from '../publishing/published-item.entity.js';

@Entity('permission_slips')
@Index('permission_slips_organization_idx', ['organizationId'])
@Index('permission_slips_to_remind_idx', ['closesAt'], { where: 'reminded_at is null' })
@Check('permission_slips_answer_per_check', `answer_per in ('student', 'family')`)
export class PermissionSlip extends AnsweredItem('permission_slips') {
  @Column('text')
  title: string;

  /** Plain text. */
  @Column('text', { nullable: true })
  summary: string | null;

  /** Sanitised HTML. */
  @Column('text')
  body: string;

  /** Plain text: what is signed. */
  @Column('text')
  statement: string;

  /** From 1; rises by one whenever the statement or the body changes. */
  @Column('integer', { default: 1 })
  statementVersion: number;

  /** UTC; gone from this moment on. */
  @Column('timestamptz', { nullable: true })
  visibleUntil: Date | null;

  /** The row of the event or occurrence; it keeps its id when its series is recomputed. */
  @Column('uuid', { nullable: true })
  @Index('permission_slips_event_idx')
  @SameSchool(() => CalendarEvent, { onDelete: 'SET NULL', name: 'permission_slips_event_fkey' })
  eventId: string | null;

  @Column('text', { default: 'student' })
  answerPer: AnswerPer;

  @Column('boolean', { default: false })
  signatureRequired: boolean;

  @Column('boolean', { default: false })
  secondGuardianRequired: boolean;

  /** UTC: when those who had not answered were told that it closes soon; null until then. */
  @Column('timestamptz', { nullable: true })
  remindedAt: Date | null;

  /** UTC: when a manager last reminded those who owe an answer; null until then. */
  @Column('timestamptz', { nullable: true })
  lastReminderAt: Date | null;
}
