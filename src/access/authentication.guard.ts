import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { NotAuthenticatedError } from '../errors/app-error.js';
import { ACCESS_RULE, type AccessRule } from './access-rule.js';

/** Proves who speaks, by the bearer token alone. Global: opening a route takes an explicit declaration. */
@Injectable()
export class AuthenticationGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    return rule?.scope === 'public' ? true : super.canActivate(context);
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false | null): TUser {
    if (error || !user) throw new NotAuthenticatedError();
    return user;
  }
}
