import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { ExtractJwt } from 'passport-jwt';
import { Clock } from '../clock/clock.js';
import { NotAuthenticatedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';
import { ACCESS_RULE, type AccessRule } from './access-rule.js';
import type { CallerOnRequest, TokenClaims } from './caller.js';
import { VerifiedTokens } from './verified-tokens.js';

const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Proves who speaks, by the bearer token alone. Global: opening a route takes an explicit declaration. */
@Injectable()
export class AuthenticationGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly verified: VerifiedTokens,
    private readonly clock: Clock,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.ruleOf(context)?.scope === 'public') return true;
    const request = requestOf<Omit<Request, 'user'> & CallerOnRequest>(context);
    const token = bearerToken(request as Request);
    if (!token) throw new NotAuthenticatedError();
    const remembered = this.verified.find(token, this.clock.now());
    if (!remembered) return this.verify(context, token, request);
    request.user = remembered;
    return true;
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false | null): TUser {
    if (error || !user) throw new NotAuthenticatedError();
    return user;
  }

  private ruleOf(context: ExecutionContext): AccessRule | undefined {
    return this.reflector.getAllAndOverride(ACCESS_RULE, [context.getHandler(), context.getClass()]);
  }

  private async verify(context: ExecutionContext, token: string, request: CallerOnRequest): Promise<true> {
    await super.canActivate(context);
    this.verified.remember(token, request.user as TokenClaims);
    return true;
  }
}
