import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataKeys } from '../../../platform/auth/data-keys.js';
import { NotAuthenticatedError, RateLimitedError } from '../../../platform/errors/app-error.js';
import { AccountMails } from '../mails/account-mails.service.js';
import { AuthSessionsRepository, type SignInRow } from '../sessions/auth-sessions.repository.js';
import { BruteForceLimits, passwordAttempt, REPORTED_TO_OWNER } from '../attempts/brute-force-limits.js';
import { Passwords } from './passwords.js';

export type { SignInRow as ProvenPerson } from '../sessions/auth-sessions.repository.js';

/** Another token would not help whoever gives a wrong password. */
const NO_BEARER = { headers: {} };

/** Whether a password is a person's, with everything that a wrong one costs. */
@Injectable()
export class PasswordProofs {
  private readonly logger = new Logger('SignIn');

  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly passwords: Passwords,
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
    private readonly dataKeys: DataKeys,
  ) {}

  /** The work of a wrong password, in every part: the time of the answer must not tell which of the two was wrong. */
  async refuseApplication(source: string): Promise<never> {
    await this.prove(randomUUID(), '', source, 'application');
    throw new NotAuthenticatedError(NO_BEARER);
  }

  /**
   * @param reason what a wrong one is called in the log
   * @throws NotAuthenticatedError
   * @throws RateLimitedError
   */
  async prove(email: string, password: string, source: string, reason: string): Promise<SignInRow> {
    const person = await this.sessions.findForSignIn(email);
    const isKnown = await this.limits.isKnown(person?.user_id, source);
    const attempt = passwordAttempt(email, source, isKnown);
    await this.limits.count(attempt).catch((error: unknown) => {
      if (error instanceof RateLimitedError) this.limited(email, source, error.limit);
      throw error;
    });
    const matches = await this.passwords.matches(person?.password_hash, password);
    if (!person || !matches) {
      this.log(email, source, reason);
      throw new NotAuthenticatedError(NO_BEARER);
    }
    await this.limits.forgive(attempt);
    return person;
  }

  /** Both steps are done: what is tried from there is counted apart from what strangers try. */
  remember(userId: string, source: string): Promise<void> {
    return this.limits.rememberSignIn(userId, source);
  }

  /** The mail is written beside the answer, which takes no longer for somebody who has an account. */
  private limited(email: string, source: string, limit: string): void {
    this.log(email, source, `limit ${limit}`);
    if (REPORTED_TO_OWNER.has(limit)) void this.mails.warnOfGuessing(email);
  }

  /** Never what was tried, nor by whom and from where in a form that others could read. */
  private log(email: string, source: string, reason: string): void {
    const hashed = {
      account: this.dataKeys.digest('account', email),
      source: this.dataKeys.digest('source', source),
    };
    this.logger.warn({ ...hashed, reason }, 'A sign-in failed');
  }
}
