import { Inject, Injectable } from '@nestjs/common';
import { auditNothing } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ConflictError, UnavailableError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { isLockTimeout } from '../../platform/errors/postgres-errors.js';
import { DAY_MS, RETENTION } from '../../platform/database/retention.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import {
  type FirstOutcome,
  IdempotencyKeysRepository,
  type RepeatableWrite,
} from './idempotency-keys.repository.js';
import type { Replay } from './replay.js';

/** Contract section 14, rule 24. */
export const MAX_KEY_LENGTH = 200;

export class InvalidIdempotencyKeyError extends ValidationFailedError {
  constructor() {
    super(`Idempotency-Key has to be 1 to ${MAX_KEY_LENGTH} characters.`);
  }
}

export class IdempotencyKeyReusedError extends ConflictError {
  constructor() {
    super('This Idempotency-Key was used with another body.', { reason: 'idempotency_key_reused' });
  }
}

/** Milliseconds: contract section 0, rule 10. */
const REMEMBERED_FOR = RETENTION.idempotency_keys.days * DAY_MS;

/** Milliseconds: in the line of this process, and then once more for a lock of the database. */
const MAX_WAIT_MS = 10_000;

/** The remembered outcome of the first write, and the answer for the caller. */
export type Outcome = Pick<FirstOutcome, 'status' | 'resultKey'> & {
  answer: unknown;
  /** The digest of the body is not stored. */
  isBodyDigestOmitted?: boolean;
};

/** A write, and whether it waits for something else than the database while it has its connection. */
export type QueuedWrite = RepeatableWrite & { isSlow: boolean };

type Handle = (replay: Replay | null) => Promise<Outcome>;

/**
 * Lets a write happen once, however often it is sent: its key and the key of its result are committed with it, or not at
 * all. No answer is stored: a repeated one is read again, with the rights and masks of now.
 * Requests with the same key wait without a connection, but for one of them. All keys together hold half of the
 * pool's connections at most, so that a write can always get a second one (`requiresNew`). Slow ones hold a quarter at most, one of each
 * caller: a store that hangs keeps nobody from anything else.
 */
@Injectable()
export class RepeatedWritesService {
  private readonly queue: FairQueue;
  private readonly slow: FairQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly keys: IdempotencyKeysRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.queue = new FairQueue(Math.max(1, Math.floor(databasePoolSize / 2)));
    this.slow = new FairQueue(Math.max(1, Math.floor(databasePoolSize / 4)));
  }

  /**
   * @param handle does it, or for a replay reads what was made
   * @returns always with the first one's status
   * @throws IdempotencyKeyReusedError
   * @throws UnavailableError when it has not begun within twenty seconds, or the first one is not answered within twenty more; a slow
   *   one waits for its turn among slow ones before that, up to twenty as well
   */
  once({ isSlow, ...write }: QueuedWrite, handle: Handle): Promise<Outcome> {
    const queueKey = JSON.stringify([write.userId, write.operation, write.key]);
    const run = (): Promise<Outcome> =>
      this.queue.run(queueKey, () => this.inOneTransaction(write, handle), MAX_WAIT_MS);
    return isSlow ? this.slow.run(write.userId, run, MAX_WAIT_MS) : run();
  }

  private inOneTransaction(write: RepeatableWrite, handle: Handle): Promise<Outcome> {
    const now = this.clock.now();
    const freeFrom = new Date(now.getTime() - REMEMBERED_FOR);
    return this.transactions
      .around(async (manager) => {
        const first = await this.keys.claim(manager, write, now, { freeFrom, waitMs: MAX_WAIT_MS });
        if (first) return replayed(first, write, handle);
        const outcome = await handle(null);
        const { status, resultKey, isBodyDigestOmitted } = outcome;
        const bodyDigest = isBodyDigestOmitted ? '' : write.bodyDigest;
        await this.keys.remember(manager, write, { status, resultKey, bodyDigest });
        await this.keys.tidy(manager, freeFrom);
        return outcome;
      })
      .catch((error: unknown) => {
        throw isLockTimeout(error) ? new UnavailableError() : error;
      });
  }
}

async function replayed(
  { bodyDigest, status, resultKey }: FirstOutcome,
  write: RepeatableWrite,
  handle: Handle,
): Promise<Outcome> {
  if (bodyDigest && bodyDigest !== write.bodyDigest) throw new IdempotencyKeyReusedError();
  auditNothing();
  return { ...(await handle({ resultKey })), status };
}

/** JSON as text, which is the same whatever the order in which its members were sent. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}
