import { randomInt, randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Account } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthenticatedError, UnavailableError } from '../../../platform/errors/app-error.js';
import { messages } from '../../../platform/messages/messages.js';
import { Mailer, MailFailure } from '../../../platform/mail/mailer.js';
import {
  MailedCodeRefusedError,
  NoAuthenticatorError,
  SecondStepElsewhereError,
  SecondStepNotNeededError,
} from '../account.errors.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import { sha256 } from '../secrets.js';
import type { TwoStepMethod } from './two-step-method.js';
import { mayBeMailed, TwoStepRepository, type TwoStepRow } from './two-step.repository.js';

const LIFETIME_MS = 10 * 60_000;

/** The stored form of an emailed code. */
export const emailedCodeHash = (challengeId: string, code: string): string =>
  sha256(`${challengeId} ${code}`);

export interface OpenedChallenge {
  challenge_id: string;
  method: TwoStepMethod;
  /** ISO 8601, UTC. */
  expires_at: string;
}

@Injectable()
export class TwoStepChallengesService {
  private readonly logger = new Logger(TwoStepChallengesService.name);

  constructor(
    private readonly twoStep: TwoStepRepository,
    private readonly limits: BruteForceLimits,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks for the second step of the caller's session; a code by email is good for ten minutes.
   * @throws SecondStepNotNeededError
   * @throws SecondStepElsewhereError with a token of an outside provider
   * @throws NoAuthenticatorError when an authenticator app is asked for and none is set up
   * @throws MailedCodeRefusedError when a mail is asked for by who has an authenticator app or a passkey
   * @throws RateLimitedError after too many mails
   * @throws UnavailableError when the mail could not be handed over
   */
  async open(account: Account, { method: wanted }: { method?: TwoStepMethod }): Promise<OpenedChallenge> {
    const session = await this.pendingSession(account);
    const method = wanted ?? (mayBeMailed(session) ? 'email' : 'totp');
    if (method === 'email' && !mayBeMailed(session)) throw new MailedCodeRefusedError();
    // A person whose only second step is a passkey may give a recovery code.
    if (method === 'totp' && mayBeMailed(session)) throw new NoAuthenticatorError();
    const id = randomUUID();
    const code = method === 'email' ? await this.mailCode(session) : null;
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_MS);
    const codeHash = code && emailedCodeHash(id, code);
    await this.twoStep.insertChallenge({ id, sessionId: session.session_id, method, codeHash, expiresAt });
    return toChallenge(id, method, expiresAt);
  }

  private async pendingSession({ sessionId }: Account): Promise<TwoStepRow> {
    if (!sessionId) throw new SecondStepElsewhereError();
    const session = await this.twoStep.getSession(sessionId, this.clock.now());
    if (!session?.live) throw new NotAuthenticatedError();
    if (!session.second_step_pending) throw new SecondStepNotNeededError();
    return session;
  }

  /** At once, without a row in the outbox: whoever signs in waits for it, and is answered whether it is on its way. */
  private async mailCode(session: TwoStepRow): Promise<string> {
    await this.limits.count({ mail: session.user_id });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const { say } = messages(session.locale ?? 'en');
    try {
      await this.mailer.send({
        to: session.email,
        subject: say('accountMails.second_step_code.subject'),
        text: say('accountMails.second_step_code.text', { code }),
      });
    } catch (error) {
      // A server that does not answer in time may have taken it all the same.
      const isAway = error instanceof MailFailure && error.kind === 'connection';
      if (isAway) await this.limits.forgive({ mail: session.user_id });
      this.logger.warn('A sign-in code could not be mailed');
      throw new UnavailableError();
    }
    return code;
  }
}

const toChallenge = (id: string, method: TwoStepMethod, expiresAt: Date): OpenedChallenge => ({
  challenge_id: id,
  method,
  expires_at: expiresAt.toISOString(),
});
