import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOfSchoolHere, takesWrites } from '../../platform/database/moved-schools.js';
import { PollTally } from './poll-tally.entity.js';
import { ANONYMITY_THRESHOLD, type AnswerSum } from './tally-steps.js';

const INSERT_TALLY = `
  insert into poll_tallies (school_id, poll_id) select school_id, id from polls where school_id = $1 and id = $2
  on conflict do nothing`;

/** $3: how many respondents more are counted, $4: the pending answers, sealed, $5: of how many respondents. */
const UPDATE_TALLY = `
  update poll_tallies set counted = counted + $3, waiting = $4, waiting_count = $5
  where school_id = $1 and poll_id = $2`;

const INSERT_RESPONDENT = `
  insert into poll_responses (school_id, poll_id, user_id) values ($1, $2, $3)
  on conflict on constraint poll_responses_once_key do nothing
  returning id`;

/** The shuffle writes the marks of all respondents. An erasure of one of them comes before or after it, never between. */
const LOCK_RESPONDENTS = `
  select u.id from users u
  where u.id in (select r.user_id from poll_responses r where r.school_id = $1 and r.poll_id = $2)
  order by u.id for key share of u`;

/** All marks are written in one transaction and in no order: neither their position in the table nor xmin tells when one came. */
const SHUFFLE_RESPONDENTS = `
  with marks as (
    delete from poll_responses where school_id = $1 and poll_id = $2 returning school_id, poll_id, user_id
  )
  insert into poll_responses (school_id, poll_id, user_id)
  select school_id, poll_id, user_id from marks order by random()`;

/** The row of every choice is written, chosen or not: xmin of a choice does not tell that somebody chose it. */
const ADD_TO_CHOICES = `
  update poll_choices c set times = c.times + coalesce(($3::jsonb ->> c.id::text)::int, 0)
  from poll_questions q
  where q.school_id = $1 and q.poll_id = $2 and c.school_id = q.school_id and c.question_id = q.id`;

/** Answers to an anonymous poll that a process of the former release has stored one by one. */
const LEGACY_ANSWERS = `
  from poll_answers a join poll_responses r on r.school_id = a.school_id and r.id = a.response_id
  where r.school_id = $1 and r.poll_id = $2`;
const REMOVE_LEGACY_ANSWERS = `
  with gone as (
    delete from poll_answers where school_id = $1
      and (response_id, question_id) in (select a.response_id, a.question_id ${LEGACY_ANSWERS})
    returning response_id, choice_id
  ), chosen as (select choice_id, count(*)::int as times from gone group by choice_id)
  select (select count(distinct response_id)::int from gone) as respondents,
    (select coalesce(json_object_agg(choice_id, times), '{}') from chosen) as times`;

const HAS_LEGACY_ANSWERS = `exists (
  select from poll_responses r join poll_answers a on a.school_id = r.school_id and a.response_id = r.id
  where r.school_id = p.school_id and r.poll_id = p.id)`;

/** SQL for a row `p` of `polls`: whether it is anonymous and has answers to count now. @param closed SQL: it is closed */
export const hasPendingAnswers = (
  closed: string,
): string => `(p.anonymous and (${HAS_LEGACY_ANSWERS} or ${closed} and exists (
  select from poll_tallies t where t.school_id = p.school_id and t.poll_id = p.id
    and t.waiting is not null and t.waiting_count >= ${ANONYMITY_THRESHOLD})))`;

/** $1: now. The service itself counts them, in every school. */
const FIND_PENDING = `
  select p.id, p.school_id as "schoolId", coalesce(p.closes_at <= $1::timestamptz, false) as closed from polls p
  where ${hasPendingAnswers('p.closes_at <= $1::timestamptz')} and ${isOfSchoolHere('p.school_id')} order by p.id limit 1`;

/** $1: what is sealed and begins so is left out, $2: now. In every school that takes writes. */
const FIND_SEALED_BY_FORMER_KEYS = `
  select p.id, p.school_id as "schoolId", coalesce(p.closes_at <= $2::timestamptz, false) as closed
  from poll_tallies t join polls p on p.school_id = t.school_id and p.id = t.poll_id
  where not starts_with(t.waiting, $1) and ${takesWrites('t.school_id')} order by p.id`;

export interface PollKey {
  id: string;
  schoolId: string;
}

/** Sums of the answers to anonymous polls, and the marks of who has answered. */
@Injectable()
export class PollTalliesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Anonymous answers to a poll come one at a time from here on, and so does counting them. */
  async lockTally(manager: EntityManager, { schoolId, id: pollId }: PollKey): Promise<PollTally> {
    await manager.query(INSERT_TALLY, [schoolId, pollId]);
    return manager
      .getRepository(PollTally)
      .findOneOrFail({ where: { schoolId, pollId }, lock: { mode: 'pessimistic_write' } });
  }

  findTally(manager: EntityManager, { schoolId, id: pollId }: PollKey): Promise<PollTally> {
    return manager.getRepository(PollTally).findOneByOrFail({ schoolId, pollId });
  }

  /** @returns false when the person has responded already */
  async insertRespondent(
    manager: EntityManager,
    { schoolId, id }: PollKey,
    userId: string,
  ): Promise<boolean> {
    return (await manager.query<unknown[]>(INSERT_RESPONDENT, [schoolId, id, userId])).length > 0;
  }

  async shuffleRespondents(manager: EntityManager, { schoolId, id }: PollKey): Promise<void> {
    await manager.query(LOCK_RESPONDENTS, [schoolId, id]);
    await manager.query(SHUFFLE_RESPONDENTS, [schoolId, id]);
  }

  /** @param pending sealed answers that are not counted yet, and of how many respondents */
  async addToTally(
    manager: EntityManager,
    { schoolId, id }: PollKey,
    { respondents, times }: AnswerSum,
    pending: { sealed: string | null; respondents: number },
  ): Promise<void> {
    await manager.query(ADD_TO_CHOICES, [schoolId, id, JSON.stringify(times)]);
    await manager.query(UPDATE_TALLY, [schoolId, id, respondents, pending.sealed, pending.respondents]);
  }

  /** Removes answers that were stored one by one. */
  async takeLegacyAnswers(manager: EntityManager, { schoolId, id }: PollKey): Promise<AnswerSum> {
    const [legacy] = await manager.query<[AnswerSum]>(REMOVE_LEGACY_ANSWERS, [schoolId, id]);
    return legacy;
  }

  /** Polls whose waiting answers another key has sealed than the one whose seals begin with this prefix. */
  async findSealedByFormerKeys(prefix: string, now: Date): Promise<(PollKey & { closed: boolean })[]> {
    return await this.dataSource.query<(PollKey & { closed: boolean })[]>(FIND_SEALED_BY_FORMER_KEYS, [
      prefix,
      now,
    ]);
  }

  async replaceWaiting(
    manager: EntityManager,
    { schoolId, id: pollId }: PollKey,
    waiting: string,
  ): Promise<void> {
    await manager.getRepository(PollTally).update({ schoolId, pollId }, { waiting });
  }

  /** A poll that has closed, or that a process of the former release has written to; null when there is none. */
  async findPending(now: Date): Promise<(PollKey & { closed: boolean }) | null> {
    const [poll] = await this.dataSource.query<(PollKey & { closed: boolean })[]>(FIND_PENDING, [now]);
    return poll ?? null;
  }
}
