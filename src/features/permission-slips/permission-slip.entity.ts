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
import { CalendarEvent } from '../calendar/calendar-event.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';
import type { AnswerPer } from './slip.errors.js';
import type { QuestionType } from '../questions/stored-answers.js';

@Entity('permission_slips')
@Unique('permission_slips_source_key', ['schoolId', 'source', 'sourceId'])
@Index('permission_slips_to_alert_idx', ['opensAt'], { where: 'alerted_at is null' })
@Index('permission_slips_to_remind_idx', ['closesAt'], { where: 'reminded_at is null' })
@Check(
  'permission_slips_audience_check',
  `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`,
)
@Check('permission_slips_answer_per_check', `answer_per in ('student', 'family')`)
export class PermissionSlip {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'permission_slips_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'permission_slips_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('permission_slips_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'permission_slips_organization_fkey' })
  organizationId: string | null;

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

  /** The row of the event or occurrence; it keeps its id when its series is computed anew. */
  @Column('uuid', { nullable: true })
  @Index('permission_slips_event_idx')
  @ForeignKey(() => CalendarEvent, { onDelete: 'SET NULL', name: 'permission_slips_event_fkey' })
  eventId: string | null;

  @Column('text', { default: 'student' })
  answerPer: AnswerPer;

  @Column('boolean', { default: false })
  signatureRequired: boolean;

  @Column('boolean', { default: false })
  secondGuardianRequired: boolean;

  /** UTC: when everyone whom it is addressed to was told that it is open; null while that lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;

  /** UTC: when those who had not answered were told that it closes soon; null until then. */
  @Column('timestamptz', { nullable: true })
  remindedAt: Date | null;

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
  @ForeignKey(() => PermissionSlip, { onDelete: 'CASCADE', name: 'permission_slip_versions_slip_fkey' })
  slipId: string;

  /** SHA-256 of statement, body and questions, in hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  sha256: string;

  @Column('uuid')
  @Index('permission_slip_versions_school_idx')
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
