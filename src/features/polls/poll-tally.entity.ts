import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import { Poll } from './poll.entity.js';

/** Tally of an anonymous poll, beside the choices' `times`; stored from the first answer on. */
@Entity('poll_tallies')
export class PollTally {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_tallies_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'poll_tallies_school_fkey' })
  schoolId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'poll_tallies_pkey' })
  @SameSchool(() => Poll, { onDelete: 'CASCADE', name: 'poll_tallies_poll_fkey' })
  pollId: string;

  /** How many respondents the choices' `times` are of. */
  @Column('integer', { default: 0 })
  counted: number;

  /** Sealed: the answers since then, added up. Those of one or two people would tell who chose what. */
  @Column('text', { nullable: true })
  waiting: string | null;

  /** How many respondents `waiting` is of; 0 also where the release before wrote it. */
  @Column('integer', { default: 0 })
  waitingCount: number;
}
