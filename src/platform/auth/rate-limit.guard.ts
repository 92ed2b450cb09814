import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { nameOfCaller, type CallerOnRequest } from './caller.js';
import { FloodLimiter } from './flood-limiter.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { requestOf } from '../http/http-context.js';
import { READ_METHODS } from '../http/read-methods.js';

export const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Requests that change something, in a day: each leaves rows that stay, if only in the audit trail. */
const MIN_WRITES_A_DAY = 12_000;

/**
 * A rate limit for each caller, far above what a normal client does (contract section 0.1): with the default 6,000 requests a
 * minute, and 12,000 that change something a day. The processes of one machine count together, and each machine for itself: it
 * protects the machine, and nothing is promised to the caller.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly requests: FloodLimiter | null;
  private readonly writes: FloodLimiter;

  constructor(@Inject(SETTINGS) { rateLimit }: Settings) {
    this.requests = rateLimit > 0 ? new FloodLimiter('requests', rateLimit, MINUTE) : null;
    this.writes = new FloodLimiter('writes', Math.max(MIN_WRITES_A_DAY, 2 * rateLimit), DAY);
  }

  /**
   * A signed-in person counts as one, wherever they call from. Whoever is not has come to a public route: probes must
   * not be refused because a neighbour floods.
   * @throws RateLimitedError
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { user, method } = requestOf<Request & CallerOnRequest>(context);
    if (!user || !this.requests) return true;
    const caller = nameOfCaller(user);
    await this.requests.count(caller);
    if (!READ_METHODS.has(method)) await this.writes.count(caller);
    return true;
  }
}
