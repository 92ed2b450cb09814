import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import type { Account } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
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

  /** Ends the session that a refresh token renews; somebody else's token changes nothing. */
  endByRefreshToken(userId: string, tokenHash: string): Promise<void> {
    return this.mySessions.revokeOwnByRefreshToken(userId, tokenHash, this.clock.now());
  }

  /** @param expiresAt seconds since 1970: when the outside provider's token would have ended */
  endOutsideToken(digest: string, expiresAt: number): Promise<void> {
    return this.mySessions.endOutsideToken(digest, expiresAt);
  }

  /** @throws NotFoundError when it is none of the caller's live sessions */
  async end(account: Account, sessionId: string): Promise<void> {
    const known =
      isUuid(sessionId) && (await this.sessions.revokeOwn(account.userId, sessionId, this.clock.now()));
    if (!known) throw new NotFoundError();
  }
}
