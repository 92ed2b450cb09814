import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';
import { PollChoice } from './poll-choice.entity.js';
import { PollQuestion } from './poll-question.entity.js';
import { PollResponse } from './poll-response.entity.js';

/** One choice for each question of a response. */
@Entity('poll_answers')
export class PollAnswer {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_answers_pkey' })
  @ForeignKey(() => PollResponse, { onDelete: 'CASCADE', name: 'poll_answers_response_fkey' })
  responseId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_answers_pkey' })
  @Index('poll_answers_question_idx')
  @ForeignKey(() => PollQuestion, { onDelete: 'CASCADE', name: 'poll_answers_question_fkey' })
  questionId: string;

  @Column('uuid')
  @Index('poll_answers_choice_idx')
  @ForeignKey(() => PollChoice, { onDelete: 'CASCADE', name: 'poll_answers_choice_fkey' })
  choiceId: string;

  @Column('uuid')
  @Index('poll_answers_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_answers_school_fkey' })
  schoolId: string;
}
