import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import type { CallingApplication } from './applications.service.js';
import type { TokenPair } from './auth.dto.js';
import { AuthSessionsRepository, type SignInRow } from './auth-sessions.repository.js';
import { BruteForceLimits } from './brute-force-limits.js';
import { Passwords } from './recovery-codes.js';
import { TokenPairsService } from './token-pairs.service.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: AuthSessionsRepository,
    private readonly passwords: Passwords,
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
    const attempt = { account: `${email} ${source}`, everywhere: email, source };
    await this.limits.count(attempt);
    const person = await this.sessions.findForSignIn(email);
    const matches = await this.passwords.matches(person?.password_hash, given.password);
    if (!person || !matches) throw new NotAuthenticatedError();
    await this.limits.forgive(attempt);
    return this.open(application, person);
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
