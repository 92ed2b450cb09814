import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataKeys } from '../../../platform/auth/data-keys.js';
import { RateLimitedError } from '../../../platform/errors/app-error.js';
import { type Attempt, type LimitedBy, LIMITS } from './attempt-limits.js';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import { AuthSessionsRepository } from '../sessions/auth-sessions.repository.js';
import { KnownSources } from './known-sources.service.js';

/** Limits that a password counts for; narrowest first, so that one that is refused by a limit is not counted by the next. */
export const passwordAttempt = (email: string, source: string, isKnown: boolean): Attempt =>
  isKnown
    ? { knownSource: `${email} ${source}`, known: email }
    : { account: `${email} ${source}`, source, everywhere: email, day: email };

/** Limits that a code of the second step counts for, whatever it is for. */
const codeAttempt = (userId: string, source: string, isKnown: boolean): Attempt =>
  isKnown ? { knownCode: `${userId} ${source}`, knownCodeDay: userId } : { code: userId, codeDay: userId };

/** Used up by more than one forgetful person: the account is under attack. */
export const REPORTED_TO_OWNER: ReadonlySet<string> = new Set<LimitedBy>([
  'everywhere',
  'day',
  'knownSource',
  'known',
]);

/**
 * Counted within the transaction of a renewal: with a connection of its own for each, as many renewals at once as there are
 * connections would wait for one another. No guess, so that one that is rolled back need not count.
 */
const COUNTED_WITH_RENEWAL: LimitedBy = 'renewed';

/** Limits against guessing, counted by the database and therefore shared by every process. */
@Injectable()
export class BruteForceLimits {
  private readonly limiters: Record<LimitedBy, RateLimiterPostgres>;

  constructor(
    counts: AttemptCountsRepository,
    private readonly sessions: AuthSessionsRepository,
    private readonly sources: KnownSources,
    private readonly dataKeys: DataKeys,
  ) {
    const entries = Object.entries(LIMITS).map(([keyPrefix, limit]) => [
      keyPrefix,
      new RateLimiterPostgres({
        ...(keyPrefix === COUNTED_WITH_RENEWAL
          ? { storeClient: counts, storeType: 'client' }
          : { storeClient: counts.dataSource, storeType: 'typeorm' }),
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
      await this.limiters[by].consume(this.digest(key)).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), by);
      });
    }
  }

  /**
   * Counts a link that is to be mailed.
   * @param email normalised
   * @returns whether it may go: a mailbox has had enough of them
   * @throws RateLimitedError where the source has asked for too many
   */
  async countLink(email: string, source: string): Promise<boolean> {
    await this.count({ linkSource: source });
    const person = await this.sessions.findForSignIn(email);
    const isKnown = await this.isKnown(person?.user_id, source);
    try {
      await this.count(isKnown ? { knownLink: `${email} ${source}` } : { link: email });
      return true;
    } catch (error) {
      if (error instanceof RateLimitedError) return false;
      throw error;
    }
  }

  /**
   * Counts a code of the second step before it is looked at; from where the person has signed in lately it is counted apart.
   * @returns what is to be forgiven where it was no guess
   * @throws RateLimitedError
   */
  async countCode(userId: string, source: string): Promise<Attempt> {
    const attempt = codeAttempt(userId, source, await this.isKnown(userId, source));
    await this.count(attempt);
    return attempt;
  }

  /**
   * Counts a password that somebody chooses before it is looked at, and forgives one that is good.
   * @param choose gives null for, or throws at, one that is not
   * @throws RateLimitedError
   */
  async countWeak<T>(whose: string, choose: () => Promise<T>): Promise<T> {
    const attempt = { weak: whose };
    await this.count(attempt);
    const chosen = await choose();
    if (chosen !== null) await this.forgive(attempt);
    return chosen;
  }

  /** It succeeded, and was no guess. */
  async forgive(attempt: Attempt): Promise<void> {
    for (const [by, key] of entriesOf(attempt)) await this.limiters[by].reward(this.digest(key));
  }

  /**
   * Whether the person has signed in from there lately, with both steps, or renewed a session: what is tried from there is
   * counted apart from what strangers try. Asked for a person who does not exist as well, and takes as long.
   */
  isKnown(userId: string | undefined, source: string): Promise<boolean> {
    return this.sources.isKnown(userId, source);
  }

  /** @see KnownSources.remember */
  remember(userId: string, source: string): Promise<void> {
    return this.sources.remember(userId, source);
  }

  /** @see KnownSources.rememberSignIn */
  rememberSignIn(userId: string, source: string): Promise<void> {
    return this.sources.rememberSignIn(userId, source);
  }

  private digest(key: string): string {
    return this.dataKeys.digest('attempt', key);
  }
}

const entriesOf = (attempt: Attempt): [LimitedBy, string][] =>
  Object.entries(attempt) as [LimitedBy, string][];
