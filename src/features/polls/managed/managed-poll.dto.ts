import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { IsName, WhenGiven } from '../../../platform/http/field-decorators.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import { AudienceBody } from '../../../policy/audience.dto.js';
import { AnsweredItemFields, AnsweredStateProperty, Undeleted } from '../../publishing/answered-item.dto.js';
import { Title, TitleChange } from '../../publishing/published-fields.dto.js';
import { PollBody, PollChoiceBody } from '../poll.dto.js';
import { RESULTS_VISIBILITIES, type ResultsVisibility } from '../results-visibility.js';

/** Contract section 15, PollInput. */
const MAX_QUESTIONS = 50;
const [MIN_CHOICES, MAX_CHOICES] = [2, 30];

export class PollChoiceInput {
  @IsName()
  @ApiProperty({ maxLength: 200 })
  text: string;
}

export class PollQuestionInput extends PollChoiceInput {
  @IsArray()
  @ArrayMinSize(MIN_CHOICES)
  @ArrayMaxSize(MAX_CHOICES)
  @NestedBody(() => PollChoiceInput, { each: true })
  @ApiProperty({ type: [PollChoiceInput], minItems: MIN_CHOICES, maxItems: MAX_CHOICES })
  choices: PollChoiceInput[];
}

const areQuestions = [
  IsArray(),
  ArrayMinSize(1),
  ArrayMaxSize(MAX_QUESTIONS),
  NestedBody(() => PollQuestionInput, { each: true }),
];
const QUESTIONS = {
  type: [PollQuestionInput] as [typeof PollQuestionInput],
  minItems: 1,
  maxItems: MAX_QUESTIONS,
};

class PollFields extends AnsweredItemFields {
  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;
}

export class PollInput extends PollFields {
  @Title()
  title: string;

  @IsIn(RESULTS_VISIBILITIES)
  @ApiProperty({ enum: RESULTS_VISIBILITIES })
  results_visibility: ResultsVisibility;

  /** Nobody may learn who has answered what, its managers included. */
  @IsBoolean()
  anonymous: boolean;

  @applyDecorators(...areQuestions, ApiProperty(QUESTIONS))
  questions: PollQuestionInput[];
}

/** What is left out stays. Once there are answers, questions, `anonymous` and `opens_at` are fixed: 409 `has_answers`. */
export class PollChanges extends PollFields {
  @TitleChange()
  title?: string;

  @applyDecorators(
    WhenGiven(),
    IsIn(RESULTS_VISIBILITIES),
    ApiPropertyOptional({ enum: RESULTS_VISIBILITIES }),
  )
  results_visibility?: ResultsVisibility;

  @applyDecorators(WhenGiven(), IsBoolean(), ApiPropertyOptional({ type: Boolean }))
  anonymous?: boolean;

  /** All of them, in their order. */
  @applyDecorators(WhenGiven(), ...areQuestions, ApiPropertyOptional(QUESTIONS))
  questions?: PollQuestionInput[];

  @Undeleted()
  deleted?: false;
}

export class CountedPollChoice extends PollChoiceBody {
  @ApiProperty({ type: 'integer' })
  count: number;

  /** Of the respondents, with one decimal; 0 without any. */
  percent: number;
}

export class CountedPollQuestion extends PollChoiceBody {
  @ApiProperty({ type: [CountedPollChoice] })
  choices: CountedPollChoice[];
}

export class PollRespondent {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  name: string;

  @ApiProperty({ format: 'date-time' })
  responded_at: string;
}

/**
 * A poll as its managers see it. The numbers of an anonymous poll move in steps of three respondents while it is open, for them
 * as for everybody.
 */
export class ManagedPoll extends OmitType(PollBody, ['opens_at']) {
  /** Null for a draft. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  opens_at: string | null;

  @AnsweredStateProperty()
  state: AnsweredState;

  @ApiProperty({ type: AudienceBody })
  audience: AudienceBody;

  /** Members whom it is addressed to now. */
  @ApiProperty({ type: 'integer' })
  audience_count: number;

  @ApiProperty({ type: 'integer' })
  response_count: number;

  /** Members whom it is addressed to, and who have not answered. */
  @ApiProperty({ type: 'integer' })
  outstanding_count: number;

  @ApiProperty({ type: [CountedPollQuestion] })
  questions: CountedPollQuestion[];

  /** Who has answered, by name. Null of an anonymous poll, and in the list of polls. */
  @ApiProperty({ type: [PollRespondent], nullable: true })
  respondents: PollRespondent[] | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deleted_at: string | null;
}

export class ManagedPolls {
  /** Those that were made last come first. */
  @ApiProperty({ type: [ManagedPoll] })
  polls: ManagedPoll[];
}

export { ManagedItemsQuery, SentReminders } from '../../publishing/answered-item.dto.js';
export { CreatedItem } from '../../publishing/published-fields.dto.js';
