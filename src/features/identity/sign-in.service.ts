import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { NotAuthenticatedError, RateLimitedError } from '../../platform/errors/app-error.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { AccountMails } from './account-mails.service.js';
import type { CallingApplication } from './applications.service.js';
import type { TokenPair } from './auth.dto.js';
import { AuthSessionsRepository, type SignInRow } from './auth-sessions.repository.js';
import { BruteForceLimits, passwordAttempt, TOLD_TO_OWNER } from './brute-force-limits.js';
import { Passwords } from './recovery-codes.js';
import { TokenPairsService } from './token-pairs.service.js';

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
    throw new NotAuthenticatedError();
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
      throw new NotAuthenticatedError();
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
    if (TOLD_TO_OWNER.has(limit)) void this.mails.warnOfGuessing(email);
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

@Injectable()
export class SignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: AuthSessionsRepository,
    private readonly proofs: PasswordProofs,
    private readonly limits: BruteForceLimits,
    private readonly pairs: TokenPairsService,
  ) {}

  /**
   * Opens a session. An unknown person and a wrong password are told apart by nothing, time included.
   * @throws NotAuthenticatedError
   * @throws RateLimitedError after too many failures of the account or the source
   */
  async withPassword(
    application: CallingApplication,
    given: { email: string; password: string },
    source: string,
  ): Promise<TokenPair> {
    const email = normalizeEmail(given.email);
    const person = await this.proofs.prove(email, given.password, source, 'credentials');
    const pair = await this.open(application, person);
    if (!pair.mfa_required) await this.limits.rememberSignIn(person.user_id, source);
    return pair;
  }

  /** To verify a password takes a while: what has changed meanwhile counts. */
  private open(application: CallingApplication, person: SignInRow): Promise<TokenPair> {
    return this.dataSource.transaction(async (manager) => {
      const held = await this.sessions.lockPassword(manager, person.user_id, application.id);
      if (held === null || held !== person.password_hash) throw new NotAuthenticatedError();
      const session = await this.sessions.insertSession(
        { userId: person.user_id, applicationId: application.id, ...this.pairs.lifetime() },
        manager,
      );
      if (!session) throw new NotAuthenticatedError();
      return this.pairs.issue(manager, {
        sessionId: session.id,
        userId: person.user_id,
        mfaRequired: session.second_step_pending,
      });
    });
  }
}
