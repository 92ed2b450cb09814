import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../identity/user.entity.js';
import { School } from '../schools/school.entity.js';
import { Poll } from './poll.entity.js';

/** One of a person, for ever: who leaves the school and comes back has answered already. It is never changed. */
@Entity('poll_responses')
@Unique('poll_responses_once_key', ['pollId', 'userId'])
export class PollResponse {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_responses_pkey' })
  id: string;

  @Column('uuid')
  @Index('poll_responses_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_responses_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => Poll, { onDelete: 'CASCADE', name: 'poll_responses_poll_fkey' })
  pollId: string;

  @Column('uuid', { nullable: true })
  @Index('poll_responses_person_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'poll_responses_person_fkey' })
  userId: string | null;

  /** UTC. */
  @Column('timestamptz')
  submittedAt: Date;
}
