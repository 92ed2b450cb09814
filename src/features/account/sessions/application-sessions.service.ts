import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AllowedSession, ApplicationSessionsRepository } from './application-sessions.repository.js';

/** Sessions of people with applications, for the authorization server: it gives out the tokens, the account has the sessions. */
@Injectable()
export class ApplicationSessions {
  constructor(private readonly sessions: ApplicationSessionsRepository) {}

  /**
   * Opens the session of what a person allows an application in their browser.
   * @returns false when the browser's session is not the person's, not complete or over, or the application is revoked or not
   * for the schools of the person
   */
  openAllowed(manager: EntityManager, session: AllowedSession): Promise<boolean> {
    return this.sessions.insertAllowed(manager, session);
  }

  /** A session lives on for as long as its newest refresh token. False when it was ended meanwhile. */
  extend(sessionId: string, now: Date, expiresAt: Date): Promise<boolean> {
    return this.sessions.extend(sessionId, now, expiresAt);
  }

  /** Extends one that the caller has locked, and that lives. */
  extendLocked(
    manager: EntityManager,
    session: { sessionId: string; now: Date; expiresAt: Date },
  ): Promise<void> {
    return this.sessions.extendLocked(manager, session);
  }

  revoke(sessionId: string, now: Date, manager?: EntityManager): Promise<void> {
    return this.sessions.revoke(sessionId, now, manager);
  }

  /** Revokes those of these sessions that the application has. */
  revokeOf(manager: EntityManager, applicationId: string, sessionIds: string[], now: Date): Promise<void> {
    return this.sessions.revokeAmong(manager, sessionIds, { applicationId, isIts: true }, now);
  }

  /** Revokes those of these sessions that another application has. */
  revokeOfOthers(
    manager: EntityManager,
    applicationId: string,
    sessionIds: string[],
    now: Date,
  ): Promise<void> {
    return this.sessions.revokeAmong(manager, sessionIds, { applicationId, isIts: false }, now);
  }

  revokeOfApplication(manager: EntityManager, applicationId: string, now: Date): Promise<void> {
    return this.sessions.revokeOfApplication(manager, applicationId, now);
  }
}
