import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthenticatedError, type AppError } from '../../../platform/errors/app-error.js';
import { InvalidCodeError, SecondStepElsewhereError, SecondStepNotNeededError } from '../account.errors.js';
import { KnownSources } from '../attempts/known-sources.service.js';
import { CodeLimits } from './code-limits.service.js';
import { recoveryCodeHash } from './recovery-codes.js';
import { matchingTotpStep } from '../secrets.js';
import { emailedCodeHash } from './two-step-challenges.service.js';
import {
  mayBeMailed,
  TwoStepRepository,
  type OpenChallenge,
  type TwoStepRow,
} from './two-step.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** Wrong codes that end a session (contract section 11, rule 3). */
const MAX_FAILURES = 5;

/** A code, and the challenge that asked for it. */
export interface GivenCode {
  challenge_id: string;
  /** Six digits, or a recovery code. */
  code: string;
}

/** Work that follows in the transaction in which the second step is done. */
type Completion<T> = (manager: EntityManager, session: { sessionId: string; userId: string }) => Promise<T>;

@Injectable()
export class TwoStepVerificationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly twoStep: TwoStepRepository,
    private readonly limits: CodeLimits,
    private readonly sources: KnownSources,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes the second step of the caller's session.
   * @param then what follows in the same transaction, such as tokens; nothing in a browser
   * @throws InvalidCodeError; the fifth in a session ends it
   * @throws RateLimitedError after too many wrong codes over all sessions of the account
   */
  async complete<T>(account: Account, given: GivenCode, source: string, then: Completion<T>): Promise<T> {
    const attempt = await this.limits.count(account.userId, source);
    // Refused after the commit: the count of failures must not be rolled back with the refusal.
    const outcome = await this.transactions.run((manager) => this.attempt(manager, account, given, then));
    const refusal = 'refusal' in outcome ? outcome.refusal : null;
    // Where no code was looked at, none was guessed: a repeat after a lost answer among them.
    if (!(refusal instanceof InvalidCodeError)) await this.limits.forgive(attempt);
    if ('refusal' in outcome) throw outcome.refusal;
    await this.sources.rememberSignIn(account.userId, source);
    return outcome.result;
  }

  /**
   * A code of the authenticator app or a recovery code for something else than signing in; it is used up.
   * @throws InvalidCodeError
   */
  async takeCode(manager: EntityManager, sessionId: string, code: string): Promise<void> {
    const session = await this.twoStep.lockSession(manager, sessionId, this.clock.now());
    const challenge = { id: '', method: 'totp' as const, codeHash: null };
    if (!session?.live || !(await this.isRight(manager, session, challenge, code)))
      throw new InvalidCodeError();
  }

  private async attempt<T>(
    manager: EntityManager,
    { userId, sessionId }: Account,
    { challenge_id: challengeId, code }: GivenCode,
    then: Completion<T>,
  ): Promise<{ result: T } | { refusal: AppError }> {
    const now = this.clock.now();
    if (!sessionId) return { refusal: new SecondStepElsewhereError() };
    const session = await this.twoStep.lockSession(manager, sessionId, now);
    if (!session?.live) return { refusal: new NotAuthenticatedError() };
    if (!session.second_step_pending) return { refusal: new SecondStepNotNeededError() };
    const challenge = isUuid(challengeId)
      ? await this.twoStep.findOpenChallenge(manager, sessionId, challengeId, now)
      : null;
    if (!challenge || !(await this.isRight(manager, session, challenge, code))) {
      await this.twoStep.countFailure(manager, sessionId, MAX_FAILURES, now);
      return { refusal: new InvalidCodeError() };
    }
    await this.twoStep.complete(manager, sessionId, challengeId, now);
    return { result: await then(manager, { sessionId, userId }) };
  }

  private async isRight(
    manager: EntityManager,
    session: TwoStepRow,
    challenge: OpenChallenge,
    given: string,
  ): Promise<boolean> {
    const now = this.clock.now();
    const code = given.replace(/[\s-]/g, '').toUpperCase();
    if (!/^\d{6}$/.test(code)) {
      return this.twoStep.takeRecoveryCode(
        manager,
        session.user_id,
        recoveryCodeHash(session.user_id, code),
        now,
      );
    }
    if (challenge.method === 'email')
      return mayBeMailed(session) && challenge.codeHash === emailedCodeHash(challenge.id, code);
    const step = session.totp_secret ? matchingTotpStep(session.totp_secret, code, now) : null;
    return step !== null && this.twoStep.takeTotpStep(manager, session.user_id, step);
  }
}
