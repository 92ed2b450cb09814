import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { NestedBody } from '../../platform/http/declared-members.js';
import { IsName, WhenGiven } from '../../platform/http/field-decorators.js';
import { MAX_CHOICES } from './imported-question.js';
import { QUESTION_TYPES, type QuestionType } from './stored-answers.js';

export class QuestionChoiceInput {
  @IsName()
  @ApiProperty({ maxLength: 200 })
  text: string;
}

/** The id with which a question is read has no effect: a question changes only as long as nobody has answered it. */
export class QuestionInput {
  @IsIn(QUESTION_TYPES)
  @ApiProperty({ enum: QUESTION_TYPES })
  type: QuestionType;

  @IsName()
  @ApiProperty({ maxLength: 200 })
  text: string;

  @WhenGiven()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, default: false })
  required?: boolean;

  /** Of `single_choice` and `multi_choice`, and of no other type. */
  @WhenGiven()
  @IsArray()
  @ArrayMaxSize(MAX_CHOICES)
  @NestedBody(() => QuestionChoiceInput, { each: true })
  @ApiPropertyOptional({ type: [QuestionChoiceInput], maxItems: MAX_CHOICES })
  choices?: QuestionChoiceInput[];
}
