import { Injectable } from '@nestjs/common';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { normalizeEmail } from '../../../platform/text/normalize.js';
import type { CallingApplication } from '../applications.service.js';
import type { TokenPair } from '../tokens/auth.dto.js';
import { SessionsService } from '../../account/sessions/sessions.service.js';
import { KnownSources } from '../../account/attempts/known-sources.service.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import { PasswordProofs, type ProvenPerson } from '../../account/passwords/password-proofs.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsService,
    private readonly proofs: PasswordProofs,
    private readonly sources: KnownSources,
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
    if (!pair.mfa_required) await this.sources.rememberSignIn(person.user_id, source);
    return pair;
  }

  /** To verify a password takes a while: what has changed meanwhile counts. */
  private open(application: CallingApplication, person: ProvenPerson): Promise<TokenPair> {
    return this.transactions.run(async (manager) => {
      const held = await this.sessions.lockPassword(manager, person.user_id, application.id);
      if (held === null || held !== person.password_hash) throw new NotAuthenticatedError();
      const session = await this.sessions.open(
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
