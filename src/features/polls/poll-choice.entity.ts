import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';
import { PollQuestion } from './poll-question.entity.js';

@Entity('poll_choices')
@Unique('poll_choices_place_key', ['questionId', 'position'])
export class PollChoice {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_choices_pkey' })
  id: string;

  @Column('uuid')
  @Index('poll_choices_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_choices_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => PollQuestion, { onDelete: 'CASCADE', name: 'poll_choices_question_fkey' })
  questionId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;
}
