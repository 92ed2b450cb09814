import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { nameOfCaller, type CallerOnRequest } from './caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { RateLimitedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';

export const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Requests that change something, in a day: each leaves rows that stay, if only in the audit trail. */
const MIN_WRITES_A_DAY = 12_000;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A rate limit for each caller, far above what a normal client does (contract section 0.1): with the default 6,000 requests a
 * minute, and 12,000 that change something a day. Each process counts for itself: it protects the process, and nothing is
 * promised to the caller.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly requests: RateLimiterMemory | null;
  private readonly writes: RateLimiterMemory;

  constructor(@Inject(SETTINGS) { rateLimit }: Settings) {
    this.requests = rateLimit > 0 ? new RateLimiterMemory({ points: rateLimit, duration: MINUTE }) : null;
    this.writes = new RateLimiterMemory({
      points: Math.max(MIN_WRITES_A_DAY, 2 * rateLimit),
      duration: DAY,
    });
  }

  /**
   * A signed-in person counts as one, wherever they call from. Whoever is not has come to a public route: probes must
   * not be refused because a neighbour floods.
   * @throws RateLimitedError
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { user, method } = requestOf<Request & CallerOnRequest>(context);
    if (!user || !this.requests) return true;
    const limiters = READS.has(method) ? [this.requests] : [this.requests, this.writes];
    return consumeAll(limiters, nameOfCaller(user));
  }
}

/** @throws RateLimitedError one of them has no room for the caller */
export async function consumeAll(limiters: RateLimiterMemory[], name: string): Promise<true> {
  for (const limiter of limiters)
    await limiter.consume(name).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), 'flood');
    });
  return true;
}
