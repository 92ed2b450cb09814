import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { AccountMails } from './account-mails.service.js';
import { AccessTokensService } from './token-pairs.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { UnknownUserError } from './identity.errors.js';
import { UsersService } from './users.service.js';
import type { Account } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import type { MySessions } from './auth.dto.js';
import { MySessionsRepository, SessionRemovalRepository } from './my-sessions.repository.js';
import { RETENTION } from '../../platform/database/retention.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';

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
export class SessionsService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
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
    const session = await this.sessions.insertSession({
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

@Injectable()
export class MySessionsService {
  constructor(
    private readonly mySessions: MySessionsRepository,
    private readonly sessions: AuthSessionsRepository,
    private readonly clock: Clock,
  ) {}

  async list(account: Account): Promise<MySessions> {
    const rows = await this.mySessions.findLive(account, this.clock.now());
    return {
      sessions: rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
      })),
    };
  }

  /** @throws NotFoundError when it is none of the caller's live sessions */
  async end(account: Account, sessionId: string): Promise<void> {
    const known =
      isUuid(sessionId) && (await this.sessions.revokeOwn(account.userId, sessionId, this.clock.now()));
    if (!known) throw new NotFoundError();
  }
}

const HOUR = 60 * 60_000;
const KEPT_DAYS = RETENTION.user_sessions.days;
/** Each may have a refresh token for every day of a year. */
const BATCH = 100;

/** Removes sessions that are long over. One that is renewed keeps all its tokens: a spent one that comes again ends it. */
@Injectable()
export class SessionRemoval implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly sessions: SessionRemovalRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'old sessions', everyMs: HOUR, round: () => this.removeOld() });
  }

  /** @returns whether there may be more */
  async removeOld(): Promise<boolean> {
    const moment = new Date(this.clock.now().getTime() - KEPT_DAYS * 24 * HOUR);
    return (await this.sessions.removeExpired(moment, BATCH)) === BATCH;
  }
}
