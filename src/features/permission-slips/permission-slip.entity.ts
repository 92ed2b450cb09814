import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CalendarEvent } from '../calendar/calendar-event.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';
import type { AnswerPer } from './slip.errors.js';
import type { QuestionType } from '../questions/stored-answers.js';
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

  /** From 1; rises by one whenever the statement changes. */
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
}

/** A question as it was shown. */
export interface SignedQuestion {
  id: string;
  type: QuestionType;
  text: string;
  required: boolean;
  private: boolean;
  required_on_decline: boolean;
  choices: { id: string; text: string }[];
}

/** What was signed: body, statement and questions as they were shown. Only ever added to. */
@Entity('permission_slip_versions')
export class SlipVersion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  @SameSchool(() => PermissionSlip, { onDelete: 'CASCADE', name: 'permission_slip_versions_slip_fkey' })
  slipId: string;

  /** SHA-256 of statement, body and questions, in hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  sha256: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'permission_slip_versions_school_fkey' })
  schoolId: string;

  @Column('integer')
  statementVersion: number;

  @Column('text')
  statement: string;

  @Column('text')
  body: string;

  @Column('jsonb')
  questions: SignedQuestion[];

  @Column('timestamptz')
  createdAt: Date;
}
