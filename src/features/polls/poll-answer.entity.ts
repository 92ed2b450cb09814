import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import { PollChoice, PollQuestion, PollResponse } from './poll.entity.js';

/** One choice for each question of a response; of an anonymous poll there is none. */
@Entity('poll_answers')
export class PollAnswer {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_answers_pkey' })
  @SameSchool(() => PollResponse, { onDelete: 'CASCADE', name: 'poll_answers_response_fkey' })
  responseId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_answers_pkey' })
  @Index('poll_answers_question_idx')
  @SameSchool(() => PollQuestion, { onDelete: 'CASCADE', name: 'poll_answers_question_fkey' })
  questionId: string;

  @Column('uuid')
  @Index('poll_answers_choice_idx')
  @SameSchool(() => PollChoice, { onDelete: 'CASCADE', name: 'poll_answers_choice_fkey' })
  choiceId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_answers_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_answers_school_fkey' })
  schoolId: string;
}
