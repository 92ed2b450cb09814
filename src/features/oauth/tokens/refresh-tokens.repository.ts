import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, LessThan, Not } from 'typeorm';
import { RefreshToken } from './refresh-token.entity.js';
import { ApplicationSessions } from '../../account/sessions/application-sessions.service.js';
import { isWithinItsSchools } from '../../../policy/bounded-schools.js';

/** A refresh token with the session that it renews. */
export interface RenewalRow {
  session_id: string;
  user_id: string;
  second_step_pending: boolean;
  live: boolean;
  spent_at: Date | null;
  sealed_answer: Buffer | null;
  expired: boolean;
  fully_deactivated: boolean;
}

@Injectable()
export class RefreshTokensRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: ApplicationSessions,
  ) {}

  /** The session lives on for as long as its newest refresh token. */
  async addRefreshToken(
    manager: EntityManager,
    token: { tokenHash: string; sessionId: string; now: Date; expiresAt: Date },
  ): Promise<void> {
    await this.sessions.extendLocked(manager, token);
    const { tokenHash, sessionId, expiresAt } = token;
    await manager.getRepository(RefreshToken).insert({ tokenHash, sessionId, expiresAt });
  }

  /** The owner of a refresh token of this application; null where there is none. It locks nothing. */
  async findOwner({
    tokenHash,
    applicationId,
  }: {
    tokenHash: string;
    applicationId: string;
  }): Promise<string | null> {
    const [row] = await this.dataSource.query<{ user_id: string }[]>(
      `select s.user_id from refresh_tokens t join user_sessions s on s.id = t.session_id
       where t.token_hash = $1 and s.application_id = $2`,
      [tokenHash, applicationId],
    );
    return row?.user_id ?? null;
  }

  /**
   * Locks session and token, in the order in which they are removed: of two renewals at once the second waits, and then
   * sees what the first has done. A token of another application is not locked: to wait for it, or to write its lock, would tell that it is there.
   */
  async lockRefreshToken(
    manager: EntityManager,
    { tokenHash, applicationId }: { tokenHash: string; applicationId: string },
    now: Date,
  ): Promise<RenewalRow | null> {
    const [row] = await manager.query<RenewalRow[]>(
      `select s.id as session_id, s.user_id, s.second_step_pending,
         s.revoked_at is null and s.expires_at > $2 and ${isWithinItsSchools('s', 's.user_id')} as live, t.spent_at, t.sealed_answer, t.expires_at <= $2 as expired,
         (select count(*) > 0 and bool_and(m.deactivated_at is not null) from memberships m
           where m.user_id = s.user_id) as fully_deactivated
       from refresh_tokens t join user_sessions s on s.id = t.session_id
       where t.token_hash = $1 and s.application_id = $3 for update of s, t`,
      [tokenHash, now, applicationId],
    );
    return row ?? null;
  }

  /** A spent token that comes from another application was stolen, however soon it comes. */
  async revokeBySpentElsewhere(
    manager: EntityManager,
    { tokenHash, applicationId }: { tokenHash: string; applicationId: string },
    now: Date,
  ): Promise<void> {
    const spent = await manager.getRepository(RefreshToken).find({
      select: { sessionId: true },
      where: { tokenHash, spentAt: Not(IsNull()) },
    });
    const ids = spent.map(({ sessionId }) => sessionId);
    await this.sessions.revokeOfOthers(manager, applicationId, ids, now);
  }

  /** Keeps the sealed answer for whoever lost it, and drops those that nobody may ask for any more. */
  async spend(
    manager: EntityManager,
    token: { tokenHash: string; sessionId: string; sealedAnswer: Buffer; now: Date; forgetBefore: Date },
  ): Promise<void> {
    const { tokenHash, sessionId, sealedAnswer, now: spentAt, forgetBefore } = token;
    const tokens = manager.getRepository(RefreshToken);
    await tokens.update({ tokenHash }, { spentAt, sealedAnswer });
    await tokens.update(
      { sessionId, spentAt: LessThan(forgetBefore), sealedAnswer: Not(IsNull()) },
      { sealedAnswer: null },
    );
  }

  /** Ends the session that the tokens renew. */
  async endSession(manager: EntityManager, sessionId: string, now: Date): Promise<void> {
    await this.sessions.revoke(sessionId, now, manager);
  }
}
