import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { BlankIsNull, NormalizedText, WhenGiven } from '../../../platform/http/field-decorators.js';
import { MAX_NAMED } from '../../../platform/typesetting/unprintable.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import { AudienceBody } from '../../../policy/audience.dto.js';
import { type AttachmentInput, Attachments, DocumentAttachment } from '../../attachments/attachment.dto.js';
import {
  AnsweredItemFields,
  AnsweredStateProperty,
  OptionalMoment,
  Undeleted,
} from '../../publishing/answered-item.dto.js';
import { CreatedItem, Title, TitleChange } from '../../publishing/published-fields.dto.js';
import { MAX_QUESTIONS } from '../../questions/imported-question.js';
import { QuestionInput } from '../../questions/question-input.dto.js';
import { PermissionSlipDetail, SlipTotals } from '../permission-slip.dto.js';
import { SlipResponseBody } from '../responses/slip-response.dto.js';
import {
  ANSWER_PER,
  type AnswerPer,
  SLIP_DECISIONS,
  type SlipDecision,
  STUDENT_STATES,
  type StudentState,
} from '../slip-vocabulary.js';

export class SlipQuestionInput extends QuestionInput {
  /** Other guardians do not see the answer. */
  @WhenGiven()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, default: false })
  private?: boolean;

  /** Has to be answered by those who decline as well. */
  @WhenGiven()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, default: false })
  required_on_decline?: boolean;
}

class SlipFields extends AnsweredItemFields {
  /** A line or two for lists. */
  @IsOptional()
  @BlankIsNull('several lines')
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  summary?: string | null;

  /** The event that it is for, as the calendar names it. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  @ApiPropertyOptional({ type: String, nullable: true })
  event_id?: string | null;

  /** Gone from this moment on. */
  @OptionalMoment()
  visible_until?: string | null;

  /** All of them, in their order. */
  @WhenGiven()
  @IsArray()
  @ArrayMaxSize(MAX_QUESTIONS)
  @NestedBody(() => SlipQuestionInput, { each: true })
  @ApiPropertyOptional({ type: [SlipQuestionInput], maxItems: MAX_QUESTIONS })
  questions?: SlipQuestionInput[];

  /** Uploaded for `permission_slip`. */
  @Attachments()
  attachments?: AttachmentInput[] | null;
}

const isBody = [IsString(), IsNotEmpty(), MaxLength(50_000)];
const isStatement = [NormalizedText('several lines'), IsString(), IsNotEmpty(), MaxLength(5000)];

export class SlipInput extends SlipFields {
  @Title()
  title: string;

  /** Rich text that shows something. */
  @applyDecorators(...isBody, ApiProperty({ maxLength: 50_000 }))
  body: string;

  /** Plain text: what is signed. */
  @applyDecorators(...isStatement, ApiProperty({ maxLength: 5000 }))
  statement: string;

  /** For whom one answer is given. */
  @IsIn(ANSWER_PER)
  @ApiProperty({ enum: ANSWER_PER })
  answer_per: AnswerPer;

  @IsBoolean()
  signature_required: boolean;

  /** Two guardians have to answer. */
  @IsBoolean()
  second_guardian_required: boolean;
}

const Flag = () => applyDecorators(WhenGiven(), IsBoolean(), ApiPropertyOptional({ type: Boolean }));

/**
 * What is left out stays. Another `body` or `statement` raises `statement_version`; answers keep the one that was signed. Once
 * somebody has answered, questions, `answer_per`, who has to sign and `opens_at` are fixed: 409 `has_answers`.
 */
export class SlipChanges extends SlipFields {
  @TitleChange()
  title?: string;

  @applyDecorators(WhenGiven(), ...isBody, ApiPropertyOptional({ type: String, maxLength: 50_000 }))
  body?: string;

  @applyDecorators(WhenGiven(), ...isStatement, ApiPropertyOptional({ type: String, maxLength: 5000 }))
  statement?: string;

  @applyDecorators(WhenGiven(), IsIn(ANSWER_PER), ApiPropertyOptional({ enum: ANSWER_PER }))
  answer_per?: AnswerPer;

  @Flag()
  signature_required?: boolean;

  @Flag()
  second_guardian_required?: boolean;

  @Undeleted()
  deleted?: false;
}

/** A permission slip as its managers see it. */
export class ManagedSlip extends OmitType(PermissionSlipDetail, ['opens_at', 'totals']) {
  /** Null for a draft. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  opens_at: string | null;

  @ApiProperty({ type: SlipTotals })
  totals: SlipTotals;

  @AnsweredStateProperty()
  state: AnsweredState;

  @ApiProperty({ type: AudienceBody })
  audience: AudienceBody;

  /** Members whom it is addressed to now. */
  @ApiProperty({ type: 'integer' })
  audience_count: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deleted_at: string | null;
}

export class ManagedSlips {
  /** Those that were made last come first. */
  @ApiProperty({ type: [ManagedSlip] })
  permission_slips: ManagedSlip[];
}

/** How an answer came that was given on paper. */
export class PaperRecord {
  /** The day that stands on the sheet. */
  @ApiProperty({ format: 'date' })
  signed_on: string;

  /** Who recorded it; null once they have left the school. */
  @ApiProperty({ type: String, nullable: true })
  recorded_by_name: string | null;

  /** Null where none was uploaded. */
  @ApiProperty({ type: DocumentAttachment, nullable: true })
  scan: DocumentAttachment | null;
}

export class ManagedSlipResponse extends SlipResponseBody {
  /** Null for an answer that its signer has given. */
  @ApiProperty({ type: PaperRecord, nullable: true })
  paper: PaperRecord | null;
}

export class SlipStudentState {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  /** `needed` also where one has signed and two have to. */
  @ApiProperty({ enum: STUDENT_STATES })
  state: StudentState;

  /** Of the answers that hold; null without one. */
  @ApiProperty({ enum: [...SLIP_DECISIONS, null], nullable: true })
  decision: SlipDecision | null;

  /** Names of those whose answers hold. */
  @ApiProperty({ type: [String] })
  signed_by: string[];

  /** When the last of them was signed; null where none was. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  signed_at: string | null;

  /** The last revision of each answer for the student, newest first, also of those that hold no more. */
  @ApiProperty({ type: [ManagedSlipResponse] })
  responses: ManagedSlipResponse[];
}

const Unprintable = () =>
  ApiProperty({
    type: [String],
    maxItems: MAX_NAMED,
    description:
      'Characters in its texts that no installed font has, as `U+1F9FF 🧿`: its PDFs print empty boxes for them. At most ' +
      `${MAX_NAMED}; empty where all are printed.`,
  });

export class CreatedSlip extends CreatedItem {
  @Unprintable()
  unprintable: string[];
}

export class ManagedSlipDetail extends ManagedSlip {
  /** Whom it is addressed to, and for whom somebody has answered; in the order of the school. */
  @ApiProperty({ type: [SlipStudentState] })
  students: SlipStudentState[];

  @Unprintable()
  unprintable: string[];
}

export { ManagedItemsQuery, SentReminders } from '../../publishing/answered-item.dto.js';
