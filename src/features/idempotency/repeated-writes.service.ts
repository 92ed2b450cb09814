import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { DataSource } from 'typeorm';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { inJointTransaction } from '../../database/joint-transaction.js';
import { UnavailableError } from '../../errors/app-error.js';
import { isLockTimeout } from '../../errors/postgres-errors.js';
import { begunInTime } from '../../turns/begun-in-time.js';
import { IdempotencyKeyReusedError } from './idempotency.errors.js';
import {
  IdempotencyKeysRepository,
  type FirstOutcome,
  type RepeatableWrite,
} from './idempotency-keys.repository.js';
import { OneAtATime } from '../../turns/one-at-a-time.js';
import type { Replay } from './replay.js';

/** Milliseconds: contract section 0, rule 10. */
const REMEMBERED_FOR = 24 * 60 * 60 * 1000;

/** Milliseconds: in the line of this process, and then once more for a lock of the database. */
const MOST_WAIT = 10_000;

/** What is remembered of the first one, and what the caller gets. */
export type Outcome = Pick<FirstOutcome, 'status' | 'createdId'> & { answer: unknown };

type Handle = (replay: Replay | null) => Promise<Outcome>;

/**
 * Lets a write happen once, however often it is sent: its key and the id of what it made are committed with it, or not at
 * all. No answer is stored: a repeated one is read anew, with the rights and masks of now.
 * Those who repeat it wait without a connection, but for one a key; all of them hold half of the connections at most,
 * so that a second one (`apart`) is always to be had.
 */
@Injectable()
export class RepeatedWritesService {
  private readonly lines = new OneAtATime();
  private readonly turns: Semaphore;

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: IdempotencyKeysRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.turns = new Semaphore(Math.max(1, Math.floor(databasePoolSize / 2)));
  }

  /**
   * @param handle does it, or for a replay reads what was made
   * @returns always with the first one's status
   * @throws IdempotencyKeyReusedError
   * @throws UnavailableError when the first one is not answered within twenty seconds
   */
  once(write: RepeatableWrite, handle: Handle): Promise<Outcome> {
    const line = JSON.stringify([write.userId, write.operation, write.key]);
    return begunInTime(
      MOST_WAIT,
      (begin) => this.lines.take(line, () => this.turns.runExclusive(begin)),
      () => this.inOneTransaction(write, handle),
    );
  }

  private inOneTransaction(write: RepeatableWrite, handle: Handle): Promise<Outcome> {
    const now = this.clock.now();
    const freeFrom = new Date(now.getTime() - REMEMBERED_FOR);
    return inJointTransaction(this.dataSource, async (manager) => {
      const first = await this.keys.claim(manager, write, now, { freeFrom, waitMs: MOST_WAIT });
      if (first) return replayed(first, write, handle);
      const outcome = await handle(null);
      await this.keys.remember(manager, write, outcome);
      await this.keys.tidy(manager, freeFrom);
      return outcome;
    }).catch((error: unknown) => {
      throw isLockTimeout(error) ? new UnavailableError() : error;
    });
  }
}

async function replayed(
  { bodyDigest, status, createdId }: FirstOutcome,
  write: RepeatableWrite,
  handle: Handle,
): Promise<Outcome> {
  if (bodyDigest !== write.bodyDigest) throw new IdempotencyKeyReusedError();
  return { ...(await handle({ createdId })), status };
}
