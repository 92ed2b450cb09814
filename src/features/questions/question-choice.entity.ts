import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';
import { Question } from './question.entity.js';

@Entity('question_choices')
@Unique('question_choices_place_key', ['questionId', 'position'])
export class QuestionChoice {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'question_choices_pkey' })
  id: string;

  @Column('uuid')
  @Index('question_choices_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'question_choices_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => Question, { onDelete: 'CASCADE', name: 'question_choices_question_fkey' })
  questionId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;
}
