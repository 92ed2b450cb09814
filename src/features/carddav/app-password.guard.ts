import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { FloodLimiter } from '../../platform/auth/flood-limiter.js';
import { MINUTE } from '../../platform/auth/rate-limit.guard.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { requestOf } from '../../platform/http/http-context.js';
import { AppPasswordsService } from '../subscriptions/app-passwords.service.js';

/** Characters: an email address and a password have some hundreds. */
const MAX_CREDENTIALS = 2_000;

/**
 * Lets in whoever has an app password, by Basic authentication (RFC 7617), as the member whose it is. The user name may be
 * anything: clients want one, and the password alone says whose it is.
 */
@Injectable()
export class AppPasswordGuard implements CanActivate {
  private readonly requests: FloodLimiter | null;

  constructor(
    private readonly passwords: AppPasswordsService,
    @Inject(SETTINGS) { rateLimit }: Pick<Settings, 'rateLimit'>,
  ) {
    this.requests = rateLimit > 0 ? new FloodLimiter('address-books', rateLimit, MINUTE) : null;
  }

  /**
   * @throws NotAuthenticatedError
   * @throws RateLimitedError
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<Request & CallerOnRequest>(context);
    const password = passwordOf(request);
    const member = password === null ? null : await this.passwords.findReader(password);
    if (!member) throw new NotAuthenticatedError({ headers: { 'WWW-Authenticate': CHALLENGE } });
    // All passwords of a person count as one caller.
    await this.requests?.count(member.userId);
    request.member = member;
    return true;
  }
}

const CHALLENGE = 'Basic realm="School Directory", charset="UTF-8"';

/** The text after the first colon (RFC 7617 section 2). */
function passwordOf({ headers: { authorization = '' } }: Request): string | null {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic' || credentials.length > MAX_CREDENTIALS) return null;
  const [, ...password] = Buffer.from(credentials, 'base64').toString().split(':');
  return password.length === 0 ? null : password.join(':');
}
