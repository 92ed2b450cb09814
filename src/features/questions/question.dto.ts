import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, IsUUID, MaxLength, ValidateBy } from 'class-validator';
import { NormalizedText } from '../../platform/http/field-decorators.js';
import { QUESTION_TYPES, type QuestionType } from './stored-answers.js';

const VALUE = [{ type: 'boolean' }, { type: 'number' }, { type: 'string', format: 'date' }];

export class QuestionChoiceBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  text: string;
}

export class QuestionBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'integer' })
  position: number;

  @ApiProperty({ enum: QUESTION_TYPES })
  type: QuestionType;

  text: string;

  required: boolean;

  /** Of `single_choice` and `multi_choice`; empty with the other types. */
  @ApiProperty({ type: [QuestionChoiceBody] })
  choices: QuestionChoiceBody[];
}

/** Exactly the member that fits the type of the question. */
export class AnswerInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  question_id: string;

  /** Of `short_text` (up to 200 characters) and `long_text`. */
  @IsOptional()
  @NormalizedText('several lines')
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  text?: string | null;

  /** One of them with `single_choice`, none twice with `multi_choice`. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID('loose', { each: true })
  @ApiPropertyOptional({ type: [String], format: 'uuid', nullable: true })
  choice_ids?: string[] | null;

  /** Of `yes_no`, `number` and `date` (`YYYY-MM-DD`). */
  @IsOptional()
  @ValidateBy({
    name: 'isAnswerValue',
    validator: {
      validate: (value) => ['boolean', 'number', 'string'].includes(typeof value),
      defaultMessage: () => '$property must be a boolean, a number or a date',
    },
  })
  @ApiPropertyOptional({ anyOf: VALUE.map((one) => ({ ...one, nullable: true })) })
  value?: boolean | number | string | null;
}

export class AnswerBody {
  @ApiProperty({ format: 'uuid' })
  question_id: string;

  @ApiPropertyOptional()
  text?: string;

  @ApiPropertyOptional({ type: [String], format: 'uuid' })
  choice_ids?: string[];

  @ApiPropertyOptional({ oneOf: VALUE })
  value?: boolean | number | string;
}
