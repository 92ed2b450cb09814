import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CallerOnRequest, TokenClaims } from './caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { RateLimitedError } from '../errors/app-error.js';

/**
 * The flood guard, far above what a normal client does (contract section 0.1). Each process counts for itself: it
 * protects the process, and nothing is promised to the caller.
 */
@Injectable()
export class FloodGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | null;

  constructor(@Inject(SETTINGS) { rateLimit }: Settings) {
    this.limiter = rateLimit > 0 ? new RateLimiterMemory({ points: rateLimit, duration: 60 }) : null;
  }

  /**
   * A signed-in person counts as one, wherever they call from. Whoever is not has come to a public route: probes must
   * not be refused because a neighbour floods.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { user } = context.switchToHttp().getRequest<CallerOnRequest>();
    if (!this.limiter || !user) return true;
    await this.limiter.consume(nameOf(user)).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), 'flood');
    });
    return true;
  }
}

const nameOf = (claims: TokenClaims): string => (claims.issuer === 'own' ? claims.userId : claims.subjectId);
