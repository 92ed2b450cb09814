import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';
import { Poll } from './poll.entity.js';

@Entity('poll_questions')
@Unique('poll_questions_place_key', ['pollId', 'position'])
export class PollQuestion {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_questions_pkey' })
  id: string;

  @Column('uuid')
  @Index('poll_questions_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_questions_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => Poll, { onDelete: 'CASCADE', name: 'poll_questions_poll_fkey' })
  pollId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;
}
