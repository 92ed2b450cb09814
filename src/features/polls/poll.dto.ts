import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { RESULTS_VISIBILITIES, type ResultsVisibility } from './results-visibility.js';

export class PollChoiceResult {
  @ApiProperty({ format: 'uuid' })
  choice_id: string;

  @ApiProperty({ type: 'integer' })
  count: number;

  /** Of the respondents, with one decimal; 0 without any. */
  percent: number;
}

export class PollQuestionResult {
  @ApiProperty({ format: 'uuid' })
  question_id: string;

  @ApiProperty({ type: [PollChoiceResult] })
  choices: PollChoiceResult[];
}

/** Numbers, never who they are made of. */
export class PollResults {
  @ApiProperty({ type: 'integer' })
  respondent_count: number;

  @ApiProperty({ type: [PollQuestionResult] })
  questions: PollQuestionResult[];
}

export class PollBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ format: 'date-time' })
  opens_at: string;

  /** Closed from this moment on; null for a poll that stays open. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closes_at: string | null;

  @ApiProperty({ enum: RESULTS_VISIBILITIES })
  results_visibility: ResultsVisibility;

  anonymous: boolean;

  @ApiProperty({ type: 'integer' })
  question_count: number;

  closed: boolean;

  already_responded: boolean;

  /** Null until then, and always of an anonymous poll. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  responded_at: string | null;
}

export class Polls {
  /** Open ones first, by when they close, then by title. */
  @ApiProperty({ type: [PollBody] })
  polls: PollBody[];
}

export class PollChoiceBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** From 0. */
  @ApiProperty({ type: 'integer' })
  position: number;

  text: string;
}

export class PollQuestionBody extends PollChoiceBody {
  @ApiProperty({ type: [PollChoiceBody] })
  choices: PollChoiceBody[];
}

export class PollAnswerInput {
  /** A question of the poll. */
  @ApiProperty({ format: 'uuid' })
  question_id: string;

  /** A choice of that question. */
  @ApiProperty({ format: 'uuid' })
  choice_id: string;
}

export class PollDetail extends PollBody {
  @ApiProperty({ type: [PollQuestionBody] })
  questions: PollQuestionBody[];

  /** Null until the caller has responded, and always of an anonymous poll: nobody knows them any more. */
  @ApiProperty({ type: [PollAnswerInput], nullable: true })
  my_answers: PollAnswerInput[] | null;

  /**
   * Null while `results_visibility` does not allow them, and of an anonymous poll with fewer than 3 respondents.
   * While such a poll is open they move in steps of 3.
   */
  @ApiProperty({ type: PollResults, nullable: true })
  results: PollResults | null;
}

export class PollResponseInput {
  /**
   * Every question of the poll exactly once. Read by `chosenFrom`, after everything else that may refuse a response:
   * what is wrong with it is `invalid_answers`, whatever it is.
   */
  @Allow()
  @ApiProperty({ type: [PollAnswerInput] })
  answers: unknown;
}

export class PollReceipt {
  @ApiProperty({ format: 'date-time' })
  submitted_at: string;
}
