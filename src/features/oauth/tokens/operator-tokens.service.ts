import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { AccountMails } from '../../account/mails/account-mails.service.js';
import { AccessTokensService } from './access-tokens.service.js';
import { SessionsService } from '../../account/sessions/sessions.service.js';
import { UnknownUserError } from '../../account/account.errors.js';
import { UsersService } from '../../account/users.service.js';

export interface IssuedToken {
  accessToken: string;
  /** UTC. */
  expiresAt: Date;
}

interface OpenSession {
  id: string;
  userId: string;
  /** UTC. */
  issuedAt: Date;
  /** UTC. */
  expiresAt: Date;
}

@Injectable()
export class OperatorTokensService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  /**
   * An access token for scripts and tests, on a session of its own.
   * @param ttl seconds
   * @throws UnknownUserError
   */
  async issue(email: string, ttl: number, secondStepPending = false): Promise<IssuedToken> {
    const session = await this.open(email, ttl, { secondStepPending });
    return this.signed(session);
  }

  /**
   * An access token for an operator who acts in the person's name: what they read counts as theirs, and where two-step
   * verification is on its owner is told why, until when, and how to end it.
   * @param ttl seconds
   * @throws UnknownUserError
   */
  async issueToOperator(
    email: string,
    ttl: number,
    { reason, secondStepPending = false }: { reason: string; secondStepPending?: boolean },
  ): Promise<IssuedToken> {
    const session = await this.open(email, ttl, { secondStepPending, byOperator: true });
    // Before there is a token: nobody acts in their name untold.
    await this.mails.tellOfOperator(session, reason);
    return this.signed(session);
  }

  private async open(
    email: string,
    ttl: number,
    kind: { secondStepPending: boolean; byOperator?: boolean },
  ): Promise<OpenSession> {
    const user = await this.users.getByEmail(email);
    const now = this.clock.now();
    // A token tells whole seconds: the session must not end before it.
    const expiresAt = new Date((Math.floor(now.getTime() / 1000) + ttl) * 1000);
    const session = await this.sessions.open({
      ...{ userId: user.id, applicationId: null, now, expiresAt },
      ...kind,
    });
    if (!session) throw new UnknownUserError();
    return { id: session.id, userId: user.id, issuedAt: now, expiresAt };
  }

  private async signed({ id, ...session }: OpenSession): Promise<IssuedToken> {
    const accessToken = await this.tokens.sign({ ...session, sessionId: id });
    return { accessToken, expiresAt: session.expiresAt };
  }
}
