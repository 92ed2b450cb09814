import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { IsCalendarDate, IsName, NormalizedText } from '../../../platform/http/field-decorators.js';
import { AnswerInput } from '../../questions/question.dto.js';
import { SLIP_DECISIONS, type SlipDecision } from '../slip-vocabulary.js';

/** An answer that came on paper. */
export class PaperResponseInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  @IsIn(SLIP_DECISIONS)
  @ApiProperty({ enum: SLIP_DECISIONS })
  decision: SlipDecision;

  /** The name on the sheet. */
  @IsName()
  @ApiProperty({ maxLength: 200 })
  signed_by_name: string;

  /** To the student, as it stands on the sheet. */
  @IsName()
  @ApiProperty({ maxLength: 200 })
  relation: string;

  /** The day that stands on the sheet; at the school, not after today. */
  @IsCalendarDate()
  @ApiProperty({ format: 'date' })
  signed_on: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @NestedBody(() => AnswerInput, { each: true })
  @ApiPropertyOptional({ type: [AnswerInput], nullable: true })
  answers?: AnswerInput[] | null;

  /** A scan of the sheet, uploaded for `permission_slip`. */
  @IsOptional()
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  attachment_key?: string | null;
}
