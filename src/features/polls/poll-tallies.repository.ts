import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DataKeys, UnopenableSecretError } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import type { ChosenAnswer } from './poll-answers.js';
import { PollTally } from './poll-tally.entity.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/**
 * Number of respondents by which the results of an anonymous poll move, and stay behind while it is open. With fewer they
 * may tell who chose what, those that its closing adds included.
 */
export const STEP = 3;

/** Answers added up. */
interface Sum {
  respondents: number;
  /** By the id of the choice. */
  times: Record<string, number>;
}

/** The sealed part of a tally: answers that are not counted yet, in a form that the former release reads as a sum of all. */
interface Waiting extends Sum {
  /** Answers since the last step: fewer than three. The others are counted at the next one. */
  newest?: Sum;
}

export const OPEN_TALLY = `
  insert into poll_tallies (school_id, poll_id) select school_id, id from polls where school_id = $1 and id = $2
  on conflict do nothing`;

/** $3: how many respondents more are counted, $4: the answers that wait, $5: of how many respondents. */
export const KEEP = `
  update poll_tallies set counted = counted + $3, waiting = $4, waiting_count = $5
  where school_id = $1 and poll_id = $2`;

export const MARK = `
  insert into poll_responses (school_id, poll_id, user_id) values ($1, $2, $3)
  on conflict on constraint poll_responses_once_key do nothing
  returning id`;

/** Everyone's mark is written in the end, whoever is erased meanwhile waits or is waited for: never both. */
export const HOLD_RESPONDENTS = `
  select u.id from users u
  where u.id in (select r.user_id from poll_responses r where r.school_id = $1 and r.poll_id = $2)
  order by u.id for key share of u`;

/** In one transaction and in no order: neither place nor xmin of a mark tells when it came. */
export const SHUFFLE = `
  with marks as (
    delete from poll_responses where school_id = $1 and poll_id = $2 returning school_id, poll_id, user_id
  )
  insert into poll_responses (school_id, poll_id, user_id)
  select school_id, poll_id, user_id from marks order by random()`;

/** Every choice's row is written, chosen or not. */
export const COUNT = `
  update poll_choices c set times = c.times + coalesce(($3::jsonb ->> c.id::text)::int, 0)
  from poll_questions q
  where q.school_id = $1 and q.poll_id = $2 and c.school_id = q.school_id and c.question_id = q.id`;

/** Answers to an anonymous poll by a process of the former release, or from before this one. */
const LEFT = `
  from poll_answers a join poll_responses r on r.school_id = a.school_id and r.id = a.response_id
  where r.school_id = $1 and r.poll_id = $2`;
export const LEFT_ANSWERS = `
  with gone as (
    delete from poll_answers where school_id = $1 and (response_id, question_id) in (select a.response_id, a.question_id ${LEFT})
    returning response_id, choice_id
  ), chosen as (select choice_id, count(*)::int as times from gone group by choice_id)
  select (select count(distinct response_id)::int from gone) as respondents,
    (select coalesce(json_object_agg(choice_id, times), '{}') from chosen) as times`;

const ARE_LEFT = `exists (
  select from poll_responses r join poll_answers a on a.school_id = r.school_id and a.response_id = r.id
  where r.school_id = p.school_id and r.poll_id = p.id)`;

/** SQL for a row `p` of `polls`: whether it is anonymous, and something of it is to be settled. @param closed SQL: it is */
export const isUnsettled = (
  closed: string,
): string => `(p.anonymous and (${ARE_LEFT} or ${closed} and exists (
  select from poll_tallies t where t.school_id = p.school_id and t.poll_id = p.id
    and t.waiting is not null and t.waiting_count >= ${STEP})))`;

/** $1: now. Of whichever school: it is the service itself that settles them. */
export const UNSETTLED = `
  select p.id, p.school_id as "schoolId", coalesce(p.closes_at <= $1::timestamptz, false) as closed from polls p
  where ${isUnsettled('p.closes_at <= $1::timestamptz')} order by p.id limit 1`;

/**
 * The answers to anonymous polls, of which only counts are kept, moved in steps of three respondents and at least three
 * behind while the poll is open: fewer that are told apart, by their order, time or place, would tell who chose what, and
 * closing adds three to five at once. Whoever calls holds the poll.
 */
@Injectable()
export class PollTalliesRepository {
  private readonly logger = new Logger(PollTalliesRepository.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly clock: Clock,
  ) {}

  /** The poll's answers come one after the other from here on. */
  async lock(manager: EntityManager, schoolId: string, pollId: string): Promise<void> {
    await manager.query(OPEN_TALLY, [schoolId, pollId]);
    await this.lockTally(manager, { schoolId, id: pollId });
  }

  /** @returns false when the person has responded already */
  async add(
    manager: EntityManager,
    { schoolId, id, userId }: Answering,
    chosen: ChosenAnswer[],
  ): Promise<boolean> {
    if ((await manager.query<unknown[]>(MARK, [schoolId, id, userId])).length === 0) return false;
    const times = Object.fromEntries(chosen.map(({ choice_id }) => [choice_id, 1]));
    await this.move(manager, { schoolId, id }, { respondents: 1, times }, false);
    return true;
  }

  /** Adds up answers that are still separate rows; once the poll is closed, all of them are counted. */
  settle(poll: PollKey, closed: boolean): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.lock(manager, poll.schoolId, poll.id);
      const [left] = await manager.query<[Sum]>(LEFT_ANSWERS, [poll.schoolId, poll.id]);
      await this.move(manager, poll, left, closed);
    });
  }

  /**
   * One that has closed, or that a process of the release before has written to.
   * @returns whether there was any
   */
  async settleNext(): Promise<boolean> {
    const now = this.clock.now();
    const [poll] = await this.dataSource.query<(PollKey & { closed: boolean })[]>(UNSETTLED, [now]);
    if (poll) await this.settle(poll, poll.closed);
    return poll !== undefined;
  }

  /** Anonymous answers to a poll come one at a time, and so does its settling. */
  private lockTally(manager: EntityManager, { schoolId, id: pollId }: PollKey): Promise<PollTally> {
    return manager
      .getRepository(PollTally)
      .findOneOrFail({ where: { schoolId, pollId }, lock: { mode: 'pessimistic_write' } });
  }

  private async move(manager: EntityManager, poll: PollKey, more: Sum, closed: boolean): Promise<void> {
    const key = [poll.schoolId, poll.id];
    const tally = await this.lockTally(manager, poll);
    const before = this.open(poll, tally.waiting);
    const { counted, waiting, isStep } = moved(before, more, closed);
    await manager.query(COUNT, [...key, JSON.stringify(counted.times)]);
    const sealed =
      waiting.respondents === 0 ? null : this.keys.seal(purposeOf(poll), JSON.stringify(waiting));
    await manager.query(KEEP, [...key, counted.respondents, sealed, waiting.respondents]);
    if (!isStep) return;
    await manager.query(HOLD_RESPONDENTS, key);
    await manager.query(SHUFFLE, key);
  }

  /** Without the key that sealed them, as after a school has moved, at most five answers are lost and the poll goes on. */
  private open(poll: PollKey, waiting: string | null): Waiting {
    if (waiting === null) return NONE;
    try {
      return JSON.parse(this.keys.open(purposeOf(poll), waiting)) as Waiting;
    } catch (error) {
      if (!(error instanceof UnopenableSecretError)) throw error;
      this.logger.warn(
        { poll: poll.id },
        'Waiting answers of an anonymous poll cannot be opened: DATA_KEY is another',
      );
      return NONE;
    }
  }
}

export interface PollKey {
  id: string;
  schoolId: string;
}

interface Answering extends PollKey {
  userId: string;
}

const NONE: Sum = { respondents: 0, times: {} };

const purposeOf = ({ id }: PollKey): string => `poll ${id}`;

/**
 * @param closed fewer than three are not counted then either, as where a poll was opened once more for one person
 * @returns what is counted now, what waits from now on, and whether all marks are to be put in another order
 */
function moved(before: Waiting, more: Sum, closed: boolean) {
  const newest = added(before.newest ?? before, more);
  const older = before.newest ? less(before, before.newest) : NONE;
  const all = added(older, newest);
  if (closed && all.respondents >= STEP) return { counted: all, waiting: NONE, isStep: true };
  if (!closed && newest.respondents >= STEP)
    return { counted: older, waiting: { ...newest, newest: NONE }, isStep: true };
  return { counted: NONE, waiting: { ...all, newest }, isStep: false };
}

const less = (one: Sum, other: Sum): Sum => ({
  respondents: one.respondents - other.respondents,
  times: Object.fromEntries(
    Object.entries(one.times).map(([choice, n]) => [choice, n - (other.times[choice] ?? 0)]),
  ),
});

function added(one: Sum, other: Sum): Sum {
  const times = { ...one.times };
  for (const [choice, n] of Object.entries(other.times)) times[choice] = (times[choice] ?? 0) + n;
  return { respondents: one.respondents + other.respondents, times };
}
