import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataKeys, UnopenableSecretError } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { isOfSchoolHere } from '../../platform/database/moved-schools.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { ChosenAnswer } from './poll-answers.js';
import { type PollKey, PollTalliesRepository } from './poll-tallies.repository.js';
import { type AnswerSum, nextTally, NO_ANSWERS, type PendingAnswers } from './tally-steps.js';

/** By the key that sealed them: waiting answers of polls that are open. Those of closed ones are counted, or too few to be. */
export const WAITING_ANSWERS_BY_KEY = `
  select substring(t.waiting from '^[^.]*\\.[^.]*\\.') as prefix, count(*)::int as count
  from poll_tallies t join polls p on p.school_id = t.school_id and p.id = t.poll_id
  where t.waiting is not null and (p.closes_at is null or p.closes_at > now()) and ${isOfSchoolHere('p.school_id')}
  group by 1`;

/**
 * Adds up the answers to anonymous polls, of which only counts are stored. The results move in steps of three respondents and
 * stay at least three behind while the poll is open; its closing adds three to five at once. Fewer that can be told apart, by
 * order, time or position, would tell who chose what.
 */
@Injectable()
export class PollTalliesService {
  private readonly logger = new Logger(PollTalliesService.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly tallies: PollTalliesRepository,
    private readonly keys: DataKeys,
    private readonly clock: Clock,
  ) {}

  /** Locks the tally of a poll that the caller has locked: answers come one after the other from here on. */
  async lockTally(manager: EntityManager, poll: PollKey): Promise<void> {
    await this.tallies.lockTally(manager, poll);
  }

  /** @returns false when the person has responded already */
  async addResponse(
    manager: EntityManager,
    { userId, ...poll }: PollKey & { userId: string },
    chosen: ChosenAnswer[],
  ): Promise<boolean> {
    if (!(await this.tallies.insertRespondent(manager, poll, userId))) return false;
    const times = Object.fromEntries(chosen.map(({ choice_id }) => [choice_id, 1]));
    await this.addToTally(manager, poll, { respondents: 1, times }, false);
    return true;
  }

  /** Adds up answers that were stored one by one; once the poll is closed, the pending ones, too. */
  countPending(poll: PollKey, closed: boolean): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.tallies.lockTally(manager, poll);
      await this.addToTally(manager, poll, await this.tallies.takeLegacyAnswers(manager, poll), closed);
    });
  }

  /**
   * Counts the pending answers of one poll.
   * @returns whether there was one
   */
  async countNextPending(): Promise<boolean> {
    const poll = await this.tallies.findPending(this.clock.now());
    if (poll) await this.countPending(poll, poll.closed);
    return poll !== null;
  }

  /**
   * Seals the waiting answers of every poll by the key of now. It can be begun again, and by several at once.
   * @returns how many polls it has done, and how many open ones have answers that no key opens
   */
  async rotate(): Promise<{ sealed: number; unopenable: number }> {
    const rotation = { sealed: 0, unopenable: 0 };
    const found = await this.tallies.findSealedByFormerKeys(this.keys.currentPrefix, this.clock.now());
    for (const { closed, ...poll } of found) {
      if (await this.reseal(poll)) rotation.sealed += 1;
      else if (!closed) rotation.unopenable += 1;
    }
    return rotation;
  }

  /** @returns false when no key opens them: the next answer goes on without */
  private reseal(poll: PollKey): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const { waiting } = await this.tallies.lockTally(manager, poll);
      const pending = this.opened(poll, waiting);
      if (pending.respondents === 0) return waiting === null;
      await this.tallies.replaceWaiting(
        manager,
        poll,
        this.keys.seal(purposeOf(poll), JSON.stringify(pending)),
      );
      return true;
    });
  }

  private async addToTally(
    manager: EntityManager,
    poll: PollKey,
    more: AnswerSum,
    closed: boolean,
  ): Promise<void> {
    const { waiting } = await this.tallies.findTally(manager, poll);
    const { counted, pending, isStep } = nextTally(this.opened(poll, waiting), more, closed);
    const { respondents } = pending;
    const sealed = respondents === 0 ? null : this.keys.seal(purposeOf(poll), JSON.stringify(pending));
    await this.tallies.addToTally(manager, poll, counted, { sealed, respondents });
    if (isStep) await this.tallies.shuffleRespondents(manager, poll);
  }

  /** Without the key that sealed them, as after a school has moved, at most five answers are lost and the poll goes on. */
  private opened(poll: PollKey, sealed: string | null): PendingAnswers {
    if (sealed === null) return NO_ANSWERS;
    try {
      return JSON.parse(this.keys.open(purposeOf(poll), sealed)) as PendingAnswers;
    } catch (error) {
      if (!(error instanceof UnopenableSecretError)) throw error;
      this.logger.warn(
        { poll: poll.id },
        'Waiting answers of an anonymous poll cannot be opened: DATA_KEY is another',
      );
      return NO_ANSWERS;
    }
  }
}

const purposeOf = ({ id }: PollKey): string => `poll ${id}`;
