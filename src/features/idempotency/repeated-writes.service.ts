import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { inJointTransaction } from '../../database/joint-transaction.js';
import { UnavailableError } from '../../errors/app-error.js';
import { isLockTimeout } from '../../errors/postgres-errors.js';
import { begunInTime } from '../../turns/begun-in-time.js';
import { Turns } from '../../turns/turns.js';
import { IdempotencyKeyReusedError } from './idempotency.errors.js';
import {
  IdempotencyKeysRepository,
  type FirstAnswer,
  type RepeatableWrite,
} from './idempotency-keys.repository.js';
import { OneAtATime } from '../../turns/one-at-a-time.js';

/** Milliseconds: contract section 0, rule 10. */
const REMEMBERED_FOR = 24 * 60 * 60 * 1000;

/** Milliseconds: in the line of this process, and then once more for a lock of the database. */
const MOST_WAIT = 10_000;

export type Answer = Pick<FirstAnswer, 'status' | 'answer'>;

/**
 * Lets a write happen once, however often it is sent: its key and its answer are committed with it, or not at all.
 * Those who repeat it wait without a connection, but for one a key; all of them hold half of the connections at most,
 * so that a second one (`apart`) is always to be had.
 */
@Injectable()
export class RepeatedWritesService {
  private readonly lines = new OneAtATime();
  private readonly turns: Turns;

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: IdempotencyKeysRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.turns = new Turns(Math.max(1, Math.floor(databasePoolSize / 2)));
  }

  /**
   * @param handle does it, for the first time
   * @returns the first answer, to the first and to every later one
   * @throws IdempotencyKeyReusedError
   * @throws UnavailableError when the first one is not answered within twenty seconds
   */
  once(write: RepeatableWrite, handle: () => Promise<Answer>): Promise<Answer> {
    const line = JSON.stringify([write.userId, write.operation, write.key]);
    return begunInTime(
      MOST_WAIT,
      (begin) => this.lines.take(line, () => this.turns.take(begin)),
      () => this.inOneTransaction(write, handle),
    );
  }

  private inOneTransaction(write: RepeatableWrite, handle: () => Promise<Answer>): Promise<Answer> {
    const now = this.clock.now();
    const freeFrom = new Date(now.getTime() - REMEMBERED_FOR);
    return inJointTransaction(this.dataSource, async (manager) => {
      const first = await this.keys.claim(manager, write, now, { freeFrom, waitMs: MOST_WAIT });
      if (first) return repeated(first, write);
      const answer = await handle();
      await this.keys.remember(manager, write, answer);
      await this.keys.tidy(manager, freeFrom);
      return answer;
    }).catch((error: unknown) => {
      throw isLockTimeout(error) ? new UnavailableError() : error;
    });
  }
}

function repeated({ bodyDigest, status, answer }: FirstAnswer, write: RepeatableWrite): Answer {
  if (bodyDigest !== write.bodyDigest) throw new IdempotencyKeyReusedError();
  return { status, answer };
}
