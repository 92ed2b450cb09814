import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../../platform/audit/operation.js';
import { isWithinItsSchools } from '../../../policy/bounded-schools.js';
import { REMOVE_SURPLUS_SESSIONS } from './surplus-sessions.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface SignInRow {
  user_id: string;
  password_hash: string | null;
}

export interface NewSession {
  userId: string;
  applicationId: string | null;
  secondStepPending?: boolean;
  byOperator?: boolean;
  /** UTC. */
  now: Date;
  /** UTC. */
  expiresAt: Date;
}

export interface OpenedSession {
  id: string;
  second_step_pending: boolean;
  email: string;
}

@Injectable()
export class AuthSessionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

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
  async insertSession(session: NewSession, manager?: EntityManager): Promise<OpenedSession | null> {
    if (!manager) return this.transactions.run((inside) => this.insertSession(session, inside));
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

  async revoke(manager: EntityManager, sessionId: string, now: Date): Promise<void> {
    await manager.query(`update user_sessions set revoked_at = coalesce(revoked_at, $2) where id = $1`, [
      sessionId,
      now,
    ]);
  }

  /** False when the session is not one of this person's live ones. */
  async revokeOwn(userId: string, sessionId: string, now: Date): Promise<boolean> {
    return this.transactions.run(async (manager) => {
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
