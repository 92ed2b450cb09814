import { ApiProperty } from '@nestjs/swagger';

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
