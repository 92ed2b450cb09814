import { ApiProperty } from '@nestjs/swagger';
import { DocumentAttachment } from '../attachments/attachment.dto.js';
import { QuestionBody } from '../questions/question.dto.js';
import { SlipResponseBody } from './responses/slip-response.dto.js';
import { ANSWER_PER, STUDENT_STATES, type AnswerPer, type StudentState } from './slip-vocabulary.js';

export class SlipStudent {
  /** Null where one answer is given for a family: the name is that of all its students. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  name: string;

  /** `needed` also where another guardian has signed and a second signature is required. */
  @ApiProperty({ enum: STUDENT_STATES })
  state: StudentState;
}

export class PermissionSlipBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  title: string;

  @ApiProperty({ type: String, nullable: true })
  summary: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  organization_name: string | null;

  /** An event, or an occurrence: `{seriesId}_{originalStart}`. */
  @ApiProperty({ type: String, nullable: true })
  event_id: string | null;

  @ApiProperty({ format: 'date-time' })
  opens_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closes_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  visible_until: string | null;

  /** From closes_at on nothing is answered, changed or withdrawn. */
  closed: boolean;

  /** For whom one answer is given. */
  @ApiProperty({ enum: ANSWER_PER })
  answer_per: AnswerPer;

  /** The caller's own, for whom the slip asks. */
  @ApiProperty({ type: [SlipStudent] })
  my_students: SlipStudent[];

  /**
   * How many of my_students are needed or withdrawn; 0 where none would be taken: it is closed, not
   * in sight, or not addressed to the caller.
   */
  @ApiProperty({ type: 'integer' })
  outstanding: number;
}

export class PermissionSlips {
  /** Those with something outstanding first, then by closes_at, those without last, and by title. */
  @ApiProperty({ type: [PermissionSlipBody] })
  permission_slips: PermissionSlipBody[];
}

export class SlipQuestionBody extends QuestionBody {
  /** Other guardians do not see the answer. */
  private: boolean;

  /** Has to be answered by those who decline as well. */
  required_on_decline: boolean;
}

export class SlipTotals {
  @ApiProperty({ type: 'integer' })
  students: number;

  /** By both guardians where two have to sign. */
  @ApiProperty({ type: 'integer' })
  granted: number;

  @ApiProperty({ type: 'integer' })
  declined: number;

  @ApiProperty({ type: 'integer' })
  outstanding: number;
}

export class PermissionSlipDetail extends PermissionSlipBody {
  /** Rich text. */
  body: string;

  /** Plain text: what is signed. */
  statement: string;

  /** Of the statement and the body; a signature names the one that was read. */
  @ApiProperty({ type: 'integer' })
  statement_version: number;

  signature_required: boolean;

  second_guardian_required: boolean;

  @ApiProperty({ type: [SlipQuestionBody] })
  questions: SlipQuestionBody[];

  @ApiProperty({ type: [DocumentAttachment] })
  attachments: DocumentAttachment[];

  /** The caller's own and those of the other guardians of their students, newest first. */
  @ApiProperty({ type: [SlipResponseBody] })
  my_responses: SlipResponseBody[];

  can_manage: boolean;

  /** Null for whoever does not manage it. */
  @ApiProperty({ type: SlipTotals, nullable: true })
  totals: SlipTotals | null;
}

export { PhotoDownloadUrl } from '../attachments/attachment.dto.js';
