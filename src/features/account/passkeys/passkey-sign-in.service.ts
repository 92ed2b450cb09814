import { Injectable } from '@nestjs/common';
import { auditActor } from '../../../platform/audit/operation.js';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import type { Visit } from '../pages/account-visit.service.js';
import { PasskeysRepository, type StoredPasskey } from './passkeys.repository.js';
import { WebAuthnAnswers } from './web-authn-answers.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** RFC 8176: a key of the person's own hardware, which they have let themselves into. */
const AMR = ['hwk', 'user', 'mfa'];

/** Signing in with a passkey: both steps at once. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: WebAuthnAnswers,
    private readonly passkeys: PasskeysRepository,
    private readonly browser: BrowserSessions,
    private readonly limits: BruteForceLimits,
  ) {}

  /** @throws RateLimitedError */
  async options({ source }: Visit) {
    await this.limits.count({ passkey: source });
    return this.answers.optionsToSignIn();
  }

  /**
   * Where the same person is signed in already, their session goes on: with a second step that was owed, or proven anew.
   * @throws NotAuthenticatedError for whatever is not right: unknown, wrong, used or too old
   */
  async signIn(visit: Visit, answer: unknown): Promise<void> {
    const verified = await this.answers.verifySignIn(answer);
    if (!verified) throw new NotAuthenticatedError();
    const { userId } = verified.passkey;
    auditActor(userId);
    const before = await this.browser.find(visit.request);
    if (before && before.userId !== userId) await this.browser.end(visit.request, visit.response);
    await this.open(visit, verified, before?.userId === userId ? before.id : null);
    await this.limits.forgive({ passkey: visit.source });
    await this.limits.rememberSignIn(userId, visit.source);
  }

  private open(
    { response }: Visit,
    { passkey, counter }: { passkey: StoredPasskey; counter: number },
    sessionId: string | null,
  ): Promise<unknown> {
    const proof = { bothSteps: true, amr: AMR };
    return this.transactions.run(async (manager) => {
      if (!(await this.passkeys.use(manager, passkey, counter))) throw new NotAuthenticatedError();
      return sessionId === null
        ? this.browser.open(manager, passkey.userId, proof, response)
        : this.browser.renew(manager, sessionId, proof, response);
    });
  }
}
