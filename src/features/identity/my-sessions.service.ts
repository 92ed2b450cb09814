import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import type { MySessions } from './auth.dto.js';
import { MySessionsRepository, SessionRemovalRepository } from './my-sessions.repository.js';
import { RETENTION } from '../../platform/database/retention.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';

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
