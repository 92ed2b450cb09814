import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import { Question } from './question.entity.js';

@Entity('question_choices')
@Unique('question_choices_place_key', ['schoolId', 'questionId', 'position'])
export class QuestionChoice {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'question_choices_pkey' })
  @Index('question_choices_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'question_choices_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'question_choices_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Question, { onDelete: 'CASCADE', name: 'question_choices_question_fkey' })
  questionId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;
}
