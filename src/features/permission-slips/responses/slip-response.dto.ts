import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsBase64,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { BlankIsNull, NormalizedText } from '../../../platform/http/field-decorators.js';
import { AnswerBody, AnswerInput } from '../../questions/question.dto.js';
import {
  RESPONSE_STATES,
  SLIP_DECISIONS,
  type ResponseState,
  type SlipDecision,
} from '../slip-vocabulary.js';

/** Characters that 100 kB take in base64. */
const MAX_IMAGE_TEXT = Math.ceil((100 * 1024) / 3) * 4;

export class SignatureInput {
  /** As it is typed. One that is not the account's is accepted, kept and printed as such. */
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  @ApiProperty({ maxLength: 200 })
  full_name: string;

  @Equals(true)
  @ApiProperty({ enum: [true] })
  agreed: boolean;

  /** The statement_version that was read; another than the present one is 409 `stale`. */
  @IsInt()
  @ApiProperty({ type: 'integer' })
  statement_version: number;

  /**
   * To the student, in the signer's words. Required of whoever is on file as another than mother, father, parent or
   * guardian: it confirms parental responsibility.
   */
  @IsOptional()
  @BlankIsNull()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  relation?: string | null;

  /** A drawn signature, up to 100 kB. */
  @IsOptional()
  @IsBase64()
  @MaxLength(MAX_IMAGE_TEXT)
  @ApiPropertyOptional({ type: String, format: 'byte', nullable: true, maxLength: MAX_IMAGE_TEXT })
  image_png_base64?: string | null;
}

export class SlipResponseChange {
  @IsIn(SLIP_DECISIONS)
  @ApiProperty({ enum: SLIP_DECISIONS })
  decision: SlipDecision;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @NestedBody(() => AnswerInput, { each: true })
  @ApiPropertyOptional({ type: [AnswerInput], nullable: true })
  answers?: AnswerInput[] | null;

  /** Required when the slip says so: 400 `signature_required` without. */
  @IsOptional()
  @NestedBody(() => SignatureInput)
  @ApiPropertyOptional({ type: SignatureInput, nullable: true })
  signature?: SignatureInput | null;

  @IsOptional()
  @BlankIsNull('several lines')
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  note?: string | null;
}

export class SlipResponseInput extends SlipResponseChange {
  /** Required where one answer is given a student; of no meaning where one is given for a family. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  student_id?: string | null;
}

export class SlipResponseBody {
  /** The same for all revisions. */
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  slip_id: string;

  /** Null where it stands for a family. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  /** Of all students for whom it stands, or stood until it ended; to another guardian, of their own. */
  @ApiProperty({ type: String, nullable: true })
  student_name: string | null;

  @ApiProperty({ enum: SLIP_DECISIONS })
  decision: SlipDecision;

  /** Without those to private questions, unless the caller gave them or manages the slip. */
  @ApiProperty({ type: [AnswerBody] })
  answers: AnswerBody[];

  @ApiProperty({ type: String, nullable: true })
  note: string | null;

  /** Counts all answers for the student: another guardian's are among them. */
  @ApiProperty({ type: 'integer' })
  revision: number;

  @ApiProperty({ enum: RESPONSE_STATES })
  state: ResponseState;

  /** As typed; the name of the account where nothing was signed. */
  @ApiProperty({ type: String, nullable: true })
  signed_by_name: string | null;

  /** Null once they have left the school. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  signed_by_membership_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  relation: string | null;

  /** Null where nothing was signed. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  signed_at: string | null;

  @ApiProperty({ type: 'integer' })
  statement_version: number;

  /** Of statement, body and questions as they were shown, in hex. */
  statement_sha256: string;

  /** Whether the caller may change it now. They may withdraw their own until the slip closes. */
  can_edit: boolean;

  /** Of this revision. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;
}
