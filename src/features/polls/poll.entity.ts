import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import type { ResultsVisibility } from './results-visibility.js';
import { User } from '../account/user.entity.js';
import { AnsweredItem } from '../publishing/published-item.entity.js';

/**
 * A response of a person, for ever: somebody who leaves the school and comes back has answered already. It is never changed;
 * in an anonymous poll it only marks that they have answered, and is written again in another order with those of the
 * others.
 */
@Entity('poll_responses')
@Unique('poll_responses_once_key', ['schoolId', 'pollId', 'userId'])
export class PollResponse {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_responses_pkey' })
  @Index('poll_responses_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_responses_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_responses_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Poll, { onDelete: 'CASCADE', name: 'poll_responses_poll_fkey' })
  pollId: string;

  @Column('uuid', { nullable: true })
  @Index('poll_responses_person_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'poll_responses_person_fkey' })
  userId: string | null;

  /** UTC; null for an anonymous poll. */
  @Column('timestamptz', { nullable: true })
  submittedAt: Date | null;
}

@Entity('polls')
@Index('polls_organization_idx', ['organizationId'])
@Index('polls_to_remind_idx', ['closesAt'], { where: 'reminded_at is null' })
@Check(
  'polls_results_visibility_check',
  `results_visibility in ('always', 'after_response', 'after_close', 'never')`,
)
export class Poll extends AnsweredItem('polls') {
  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  resultsVisibility: ResultsVisibility;

  @Column('boolean', { default: false })
  anonymous: boolean;

  /** UTC: when those who had not answered were told that it closes soon; null until then. */
  @Column('timestamptz', { nullable: true })
  remindedAt: Date | null;

  /** UTC: when a manager last reminded those who had not answered. */
  @Column('timestamptz', { nullable: true })
  lastReminderAt: Date | null;
}

@Entity('poll_questions')
@Unique('poll_questions_place_key', ['schoolId', 'pollId', 'position'])
export class PollQuestion {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_questions_pkey' })
  @Index('poll_questions_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_questions_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_questions_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Poll, { onDelete: 'CASCADE', name: 'poll_questions_poll_fkey' })
  pollId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;
}

@Entity('poll_choices')
@Unique('poll_choices_place_key', ['schoolId', 'questionId', 'position'])
export class PollChoice {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'poll_choices_pkey' })
  @Index('poll_choices_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_choices_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_choices_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => PollQuestion, { onDelete: 'CASCADE', name: 'poll_choices_question_fkey' })
  questionId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  text: string;

  /** Number of counted respondents of an anonymous poll who chose it; 0 in other polls. */
  @Column('integer', { default: 0 })
  times: number;
}
