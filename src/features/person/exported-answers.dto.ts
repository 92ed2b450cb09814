import { ApiProperty } from '@nestjs/swagger';
import {
  CORRECTION_FIELDS,
  CORRECTION_STATES,
  type CorrectionField,
  type CorrectionState,
} from '../corrections/correction-field.js';
import { AnswerBody } from '../questions/question.dto.js';
import { RSVP_ANSWERS, type RsvpAnswer } from '../calendar/events/event-values.js';
import { CLAIM_STATUSES, type ClaimStatus } from '../signups/claim-terms.js';
import {
  RESPONSE_STATES,
  type ResponseState,
  SLIP_DECISIONS,
  type SlipDecision,
} from '../permission-slips/slip-vocabulary.js';

class ExportedPollAnswer {
  question: string;

  choice: string;
}

/** An answer of the person to a poll; for an anonymous one only that they have answered is known. */
export class ExportedPollResponse {
  @ApiProperty({ format: 'uuid' })
  poll_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** Of the poll. */
  title: string;

  /** Null for an anonymous poll. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  submitted_at: string | null;

  /** In the order of its questions; empty for an anonymous poll. */
  @ApiProperty({ type: [ExportedPollAnswer] })
  answers: ExportedPollAnswer[];
}

/** A claim of the person on a sign-up, withdrawn claims included. */
export class ExportedEventRsvp {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** The id of CalendarEvent. */
  event_id: string;

  /** Of the event. */
  title: string;

  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ enum: RSVP_ANSWERS })
  answer: RsvpAnswer;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ format: 'date-time' })
  answered_at: string;

  /** When its place was given back. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
}

export class ExportedSignupClaim {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  signup_id: string;

  signup_title: string;

  item_title: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ enum: CLAIM_STATUSES })
  status: ClaimStatus;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ type: [AnswerBody] })
  answers: AnswerBody[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A word of the person that what a school has on file is right. */
export class ExportedConfirmation {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** What the school asked. */
  title: string;

  @ApiProperty({ format: 'date-time' })
  opened_at: string;

  @ApiProperty({ format: 'date-time' })
  confirmed_at: string;
}

/** Something that the person proposed a school to have on file of a student. */
export class ExportedCorrection {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;

  @ApiProperty({ enum: CORRECTION_FIELDS })
  field: CorrectionField;

  /** Null for a student who is not the person's own any more. */
  @ApiProperty({ type: String, nullable: true })
  present: string | null;

  proposed: string;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ enum: CORRECTION_STATES })
  state: CorrectionState;

  /** As `present`. */
  @ApiProperty({ type: String, nullable: true })
  answer: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  settled_at: string | null;
}

/** One revision of an answer to a permission slip. */
export class ExportedSlipResponse {
  /** The same for all revisions. */
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'integer' })
  revision: number;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  slip_id: string;

  slip_title: string;

  @ApiProperty({ type: [String], format: 'uuid' })
  student_ids: string[];

  @ApiProperty({ enum: RESPONSE_STATES })
  state: ResponseState;

  @ApiProperty({ enum: SLIP_DECISIONS })
  decision: SlipDecision;

  @ApiProperty({ type: [AnswerBody] })
  answers: AnswerBody[];

  @ApiProperty({ type: String, nullable: true })
  note: string | null;

  /** Of the account, as it was. */
  account_email: string;

  @ApiProperty({ type: String, nullable: true })
  signed_by_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  relation: string | null;

  @ApiProperty({ type: String, format: 'byte', nullable: true })
  signature_png_base64: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  signed_at: string | null;

  /** As it was shown. */
  statement: string;

  @ApiProperty({ type: 'integer' })
  statement_version: number;

  statement_sha256: string;

  @ApiProperty({ type: String, nullable: true })
  ip_address: string | null;

  @ApiProperty({ type: String, nullable: true })
  user_agent: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  session_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
}
