import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ACCESS_RULE, type AccessRule } from './access-rule.js';
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

  constructor(
    @Inject(SETTINGS) { rateLimit }: Settings,
    private readonly reflector: Reflector,
  ) {
    this.limiter = rateLimit > 0 ? new RateLimiterMemory({ points: rateLimit, duration: 60 }) : null;
  }

  /** A signed-in person counts as one, wherever they call from. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { user, ip } = context.switchToHttp().getRequest<Request & CallerOnRequest>();
    if (!this.limiter || this.isPublic(context)) return true;
    await this.limiter.consume(user ? nameOf(user) : (ip ?? 'unknown')).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new RateLimitedError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), 'flood');
    });
    return true;
  }

  /** Probes must not be refused because a neighbour floods. */
  private isPublic(context: ExecutionContext): boolean {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    return rule?.scope === 'public';
  }
}

const nameOf = (claims: TokenClaims): string => (claims.issuer === 'own' ? claims.userId : claims.subjectId);
