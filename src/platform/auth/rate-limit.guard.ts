import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { nameOfCaller, type CallerOnRequest } from './caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { RateLimitedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';

/**
 * A rate limit for each caller, far above what a normal client does (contract section 0.1). Each process counts for itself: it
 * protects the process, and nothing is promised to the caller.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | null;

  constructor(@Inject(SETTINGS) { rateLimit }: Settings) {
    this.limiter = rateLimit > 0 ? new RateLimiterMemory({ points: rateLimit, duration: 60 }) : null;
  }

  /**
   * A signed-in person counts as one, wherever they call from. Whoever is not has come to a public route: probes must
   * not be refused because a neighbour floods.
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { user } = requestOf<CallerOnRequest>(context);
    return !this.limiter || !user || consumed(this.limiter, nameOfCaller(user));
  }
}

async function consumed(limiter: RateLimiterMemory, name: string): Promise<true> {
  try {
    await limiter.consume(name);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), 'flood');
  }
}
