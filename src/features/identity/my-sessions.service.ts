import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { NotFoundError } from '../../errors/app-error.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import type { MySessions } from './my-sessions.dto.js';
import { MySessionsRepository } from './my-sessions.repository.js';

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
