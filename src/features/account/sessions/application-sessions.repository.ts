import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isWithinItsSchools } from '../../../policy/bounded-schools.js';
import { REMOVE_SURPLUS_SESSIONS } from './surplus-sessions.js';

/** The session of what a person allows an application in their browser. */
export interface AllowedSession {
  id: string;
  userId: string;
  applicationId: string;
  browserSessionId: string;
  now: Date;
  expiresAt: Date;
}

/** Sessions of people with applications, as the authorization server opens, extends and ends them. */
@Injectable()
export class ApplicationSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Surplus sessions of the person go with it. False when the browser's session is not the person's, not complete or over, or the application is revoked or not for the
   * schools of the person.
   */
  async insertAllowed(manager: EntityManager, session: AllowedSession): Promise<boolean> {
    const { id, userId, applicationId, browserSessionId, now, expiresAt } = session;
    const inserted = await manager.query<unknown[]>(
      `insert into user_sessions (id, user_id, application_id, second_step_pending, two_step_at, created_at, last_used_at, expires_at, only_schools)
       select $1, allowed.user_id, $3, false, allowed.two_step_at, $5, $5, $6, allowed.only_schools from (
         select b.user_id, b.two_step_at, coalesce(a.only_schools, b.only_schools) as only_schools from user_sessions b, applications a
         where b.id = $4 and b.user_id = $2 and b.revoked_at is null and b.expires_at > $5 and not b.second_step_pending and ${isWithinItsSchools('b', '$2')}
           and a.id = $3 and a.revoked_at is null and (a.only_schools is null
             or exists (select from memberships m where m.user_id = $2 and m.school_id = any (a.only_schools)) and ${isWithinItsSchools('a', '$2')})
         for share of b, a) allowed
       returning id`,
      [id, userId, applicationId, browserSessionId, now, expiresAt],
    );
    await manager.query(REMOVE_SURPLUS_SESSIONS, [userId, now]);
    return inserted.length > 0;
  }

  /** False when it was ended meanwhile. */
  async extend(sessionId: string, now: Date, expiresAt: Date): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `update user_sessions set expires_at = $3, last_used_at = $2 where id = $1 and revoked_at is null returning id`,
      [sessionId, now, expiresAt],
    );
    return rows.length > 0;
  }

  /** Extends one that the caller has locked, and that lives. */
  async extendLocked(
    manager: EntityManager,
    { sessionId, now, expiresAt }: { sessionId: string; now: Date; expiresAt: Date },
  ): Promise<void> {
    await manager.query(`update user_sessions set expires_at = $3, last_used_at = $2 where id = $1`, [
      sessionId,
      now,
      expiresAt,
    ]);
  }

  async revoke(sessionId: string, now: Date, manager?: EntityManager): Promise<void> {
    await (manager ?? this.dataSource).query(
      `update user_sessions set revoked_at = coalesce(revoked_at, $2) where id = $1`,
      [sessionId, now],
    );
  }

  /** Revokes those of these sessions that are of this application, or of any other one. */
  async revokeAmong(
    manager: EntityManager,
    sessionIds: string[],
    whose: { applicationId: string; isIts: boolean },
    now: Date,
  ): Promise<void> {
    await manager.query(
      `update user_sessions set revoked_at = $4
       where id = any ($1::uuid[]) and (application_id = $2) = $3 and revoked_at is null`,
      [sessionIds, whose.applicationId, whose.isIts, now],
    );
  }

  async revokeOfApplication(manager: EntityManager, applicationId: string, now: Date): Promise<void> {
    await manager.query(
      `update user_sessions set revoked_at = $2 where application_id = $1 and revoked_at is null`,
      [applicationId, now],
    );
  }
}
