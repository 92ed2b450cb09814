import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { RateLimitedError } from '../../platform/errors/app-error.js';
import { sha256 } from './secrets.js';

const MINUTES = 60;

/** Failures allowed within so many seconds. A school's families may share one address; an account is one person's. */
const LIMITS = {
  /** One account from one source. */
  account: { points: 10, duration: 15 * MINUTES },
  /** One account from anywhere: higher, so that a stranger cannot simply lock a family out. */
  everywhere: { points: 100, duration: 60 * MINUTES },
  source: { points: 200, duration: 15 * MINUTES },
  /** Of one source, apart from passwords: apps may all send what a restored database does not know, and have to sign in then. */
  renewal: { points: 200, duration: 15 * MINUTES },
  code: { points: 20, duration: 60 * MINUTES },
  mail: { points: 5, duration: 15 * MINUTES },
} as const;

export type LimitedBy = keyof typeof LIMITS;
export type Attempt = Partial<Record<LimitedBy, string>>;

/** Limits against guessing, counted by the database and therefore shared by every process. */
@Injectable()
export class BruteForceLimits {
  private readonly limiters: Record<LimitedBy, RateLimiterPostgres>;

  constructor(dataSource: DataSource) {
    const entries = Object.entries(LIMITS).map(([keyPrefix, limit]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: dataSource,
        storeType: 'typeorm',
        tableName: 'attempt_counts',
        tableCreated: true,
        clearExpiredByTimeout: true,
        keyPrefix,
        ...limit,
      }),
    ]);
    this.limiters = Object.fromEntries(entries) as Record<LimitedBy, RateLimiterPostgres>;
  }

  /**
   * Counts an attempt before it is made: a hundred at once are a hundred.
   * @throws RateLimitedError with the seconds to wait
   */
  async count(attempt: Attempt): Promise<void> {
    for (const [by, key] of entriesOf(attempt)) {
      await this.limiters[by].consume(sha256(key)).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), by);
      });
    }
  }

  /** It succeeded, and was no guess. */
  async forgive(attempt: Attempt): Promise<void> {
    for (const [by, key] of entriesOf(attempt)) await this.limiters[by].reward(sha256(key));
  }
}

const entriesOf = (attempt: Attempt): [LimitedBy, string][] =>
  Object.entries(attempt) as [LimitedBy, string][];
