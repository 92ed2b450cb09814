import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { isWithinItsSchools } from '../../platform/auth/access.repository.js';

export interface SignInRow {
  user_id: string;
  password_hash: string | null;
}

/** Somebody who is signed in in a browser. */
export interface BrowserSession {
  id: string;
  userId: string;
  email: string;
  secondStepPending: boolean;
  /** UTC: when the password or the passkey was given. */
  signedInAt: Date;
  /** UTC; null where the second step was not asked for, or is still owed. */
  twoStepAt: Date | null;
  /** How the person has proven who they are (RFC 8176). */
  amr: string[];
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
      /** As the application's, where that has its own. */
      onlySchools?: string[] | undefined;
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
         coalesce($7::uuid[], (select only_schools from applications where id = $2))
       from users where id = $1 for key share
       returning id, second_step_pending, (select email from users where id = $1) as email`,
      [
        ...[session.userId, session.applicationId, session.secondStepPending, session.now, session.expiresAt],
        session.byOperator ?? false,
        session.onlySchools ?? null,
      ],
    );
    return row ?? null;
  }

  /** As `lockPassword`, where no application comes between. */
  async lockPasswordOf(manager: EntityManager, userId: string): Promise<string | null> {
    const [row] = await manager.query<{ password_hash: string | null }[]>(
      `select password_hash from user_credentials where user_id = $1 for share`,
      [userId],
    );
    return row?.password_hash ?? null;
  }

  async giveToBrowser(
    manager: EntityManager,
    sessionId: string,
    { tokenHash, twoStepAt, amr }: { tokenHash: string; twoStepAt: Date | null; amr: string[] },
  ): Promise<void> {
    await manager.query(
      `update user_sessions set browser_token_hash = $2, two_step_at = $3, amr = $4 where id = $1`,
      [sessionId, tokenHash, twoStepAt, amr],
    );
  }

  /** The person has proven themselves again. False when the session has ended meanwhile. */
  async renewInBrowser(
    manager: EntityManager,
    sessionId: string,
    proof: { tokenHash: string; bothSteps: boolean; amr: string[]; now: Date },
  ): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update user_sessions set browser_token_hash = $2, proven_at = $3, amr = $4,
         two_step_at = case when $5 then $3 else two_step_at end, second_step_pending = second_step_pending and not $5
       where id = $1 and revoked_at is null and expires_at > $3 returning id`,
      [sessionId, proof.tokenHash, proof.now, proof.amr, proof.bothSteps],
    );
    return rows.length > 0;
  }

  /**
   * Until the transaction ends nobody changes what this person signs in with, and whoever did so before is seen.
   * @returns whether the session is live
   */
  async lockForChange(
    manager: EntityManager,
    { id, userId }: { id: string; userId: string },
    now: Date,
  ): Promise<boolean> {
    await manager.query(`select from users where id = $1 for no key update`, [userId]);
    await manager.query(`select from user_credentials where user_id = $1 for update`, [userId]);
    const live = await manager.query<unknown[]>(
      `select from user_sessions where id = $1 and revoked_at is null and expires_at > $2 and not second_step_pending`,
      [id, now],
    );
    return live.length > 0;
  }

  async findOfBrowser(tokenHash: string, now: Date): Promise<BrowserSession | null> {
    const [row] = await this.dataSource.query<BrowserSession[]>(
      `select s.id, s.user_id as "userId", u.email, s.second_step_pending as "secondStepPending",
         coalesce(s.proven_at, s.created_at) as "signedInAt", s.two_step_at as "twoStepAt",
         case when s.two_step_at is null or 'mfa' = any (s.amr) then s.amr else s.amr || '{otp,mfa}' end as amr
       from user_sessions s join users u on u.id = s.user_id
       where s.browser_token_hash = $1 and s.revoked_at is null and s.expires_at > $2`,
      [tokenHash, now],
    );
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

  /** Of the token operations, or of the authorization server. */
  async revokeOwnByRefreshToken(userId: string, tokenHash: string, now: Date): Promise<void> {
    await this.dataSource.transaction((manager) =>
      manager.query(
        `update user_sessions set revoked_at = coalesce(revoked_at, $3)
         where user_id = $1 and id in (select session_id from refresh_tokens where token_hash = $2
           union all select session_id from oauth_artifacts where model = 'RefreshToken' and id_hash = $2)`,
        [userId, tokenHash, now],
      ),
    );
  }

  /** @param expiresAt seconds since 1970: nobody takes it later anyway */
  async endOutsideToken(digest: string, expiresAt: number): Promise<void> {
    await this.dataSource.transaction((manager) =>
      manager.query(
        `insert into ended_tokens (digest, expires_at) values ($1, to_timestamp($2)) on conflict do nothing`,
        [digest, expiresAt],
      ),
    );
  }

  async revokeAll(manager: EntityManager, userId: string, now: Date): Promise<void> {
    await manager.query(
      `update user_sessions set revoked_at = $2 where user_id = $1 and revoked_at is null`,
      [userId, now],
    );
  }
}
