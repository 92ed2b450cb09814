import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { isWithinItsSchools } from '../../platform/auth/access.repository.js';
import { REMOVE_SURPLUS_SESSIONS } from './surplus-sessions.js';

export interface SignInRow {
  user_id: string;
  password_hash: string | null;
}

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

interface OpenedSession {
  id: string;
  second_step_pending: boolean;
  email: string;
}

@Injectable()
export class AuthSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** With any address that is proven to be theirs. */
  async findForSignIn(email: string): Promise<SignInRow | null> {
    const [row] = await this.dataSource.query<SignInRow[]>(
      `select u.id as user_id, c.password_hash
       from user_addresses address join users u on u.id = address.user_id left join user_credentials c on c.user_id = u.id
       where address.email = $1 and address.verified_at is not null`,
      [email],
    );
    return row ?? null;
  }

  /**
   * The digest that this person signs in with, held until the transaction ends: whoever changes the password, turns
   * two-step verification on or off, or revokes the application waits for that, and then ends the new session too.
   * @returns null when there is none, the application has been revoked, or it is not for the schools of the person
   */
  async lockPassword(manager: EntityManager, userId: string, applicationId: string): Promise<string | null> {
    const [row] = await manager.query<{ password_hash: string | null }[]>(
      `select c.password_hash from user_credentials c, applications a
       where c.user_id = $1 and a.id = $2 and a.revoked_at is null and (a.only_schools is null
         or exists (select from memberships m where m.user_id = $1 and m.school_id = any (a.only_schools)) and ${isWithinItsSchools('a', '$1')})
       for share of c, a`,
      [userId, applicationId],
    );
    return row?.password_hash ?? null;
  }

  /**
   * @param session without an application: the operator's; without `secondStepPending`: as the person has set it
   * @returns null when the person was erased a moment ago
   */
  async insertSession(
    session: {
      userId: string;
      applicationId: string | null;
      secondStepPending?: boolean;
      byOperator?: boolean;
      now: Date;
      expiresAt: Date;
    },
    manager?: EntityManager,
  ): Promise<OpenedSession | null> {
    if (!manager) return this.dataSource.transaction((inside) => this.insertSession(session, inside));
    auditItem('user', session.userId);
    const [row] = await manager.query<OpenedSession[]>(
      `insert into user_sessions
         (user_id, application_id, second_step_pending, created_at, last_used_at, expires_at, by_operator, only_schools)
       select id, $2, coalesce($3, two_step_enabled), $4, $4, $5, $6,
         coalesce((select only_schools from applications where id = $2), users.only_schools)
       from users where id = $1 for key share
       returning id, second_step_pending, (select email from users where id = $1) as email`,
      [
        ...[session.userId, session.applicationId, session.secondStepPending, session.now, session.expiresAt],
        session.byOperator ?? false,
      ],
    );
    await manager.query(REMOVE_SURPLUS_SESSIONS, [session.userId, session.now]);
    return row ?? null;
  }

  /** The session lives on for as long as its newest refresh token. */
  async addRefreshToken(
    manager: EntityManager,
    token: { tokenHash: string; sessionId: string; now: Date; expiresAt: Date },
  ): Promise<void> {
    await manager.query(
      `with extended as (
         update user_sessions set expires_at = $4, last_used_at = $3 where id = $2)
       insert into refresh_tokens (token_hash, session_id, expires_at) values ($1, $2, $4)`,
      [token.tokenHash, token.sessionId, token.now, token.expiresAt],
    );
  }

  /** Whose a refresh token of this application is; null where there is none. It locks nothing. */
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
    await manager.query(
      `update user_sessions set revoked_at = coalesce(revoked_at, $3)
       where application_id <> $2 and id = (select session_id from refresh_tokens
         where token_hash = $1 and spent_at is not null)`,
      [tokenHash, applicationId, now],
    );
  }

  /** Keeps the sealed answer for whoever lost it, and drops those that nobody may ask for any more. */
  async spend(
    manager: EntityManager,
    token: { tokenHash: string; sessionId: string; sealedAnswer: Buffer; now: Date; forgetBefore: Date },
  ): Promise<void> {
    await manager.query(`update refresh_tokens set spent_at = $2, sealed_answer = $3 where token_hash = $1`, [
      token.tokenHash,
      token.now,
      token.sealedAnswer,
    ]);
    await manager.query(
      `update refresh_tokens set sealed_answer = null
       where session_id = $1 and spent_at < $2 and sealed_answer is not null`,
      [token.sessionId, token.forgetBefore],
    );
  }

  async revoke(manager: EntityManager, sessionId: string, now: Date): Promise<void> {
    await manager.query(`update user_sessions set revoked_at = coalesce(revoked_at, $2) where id = $1`, [
      sessionId,
      now,
    ]);
  }

  /** False when the session is not one of this person's live ones. */
  async revokeOwn(userId: string, sessionId: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[unknown[], number]>(
        `update user_sessions set revoked_at = $3
         where id = $2 and user_id = $1 and revoked_at is null and expires_at > $3 returning id`,
        [userId, sessionId, now],
      );
      return rows.length > 0;
    });
  }

  async revokeAll(manager: EntityManager, userId: string, now: Date): Promise<void> {
    await manager.query(
      `update user_sessions set revoked_at = $2 where user_id = $1 and revoked_at is null`,
      [userId, now],
    );
  }
}
