import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { AuthSessionsRepository, type NewSession, type OpenedSession } from './auth-sessions.repository.js';

/** Opens and ends the sessions of accounts, for whoever gives out tokens. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns null when the person was erased a moment ago */
  open(session: NewSession, manager?: EntityManager): Promise<OpenedSession | null> {
    return this.sessions.insertSession(session, manager);
  }

  /**
   * The digest of the password that the person signs in with, held until the transaction ends.
   * @returns null when there is none, the application has been revoked, or it is not for the schools of the person
   */
  lockPassword(manager: EntityManager, userId: string, applicationId: string): Promise<string | null> {
    return this.sessions.lockPassword(manager, userId, applicationId);
  }

  /** False when the session is not one of this person's live ones. */
  endOwn(userId: string, sessionId: string): Promise<boolean> {
    return this.sessions.revokeOwn(userId, sessionId, this.clock.now());
  }
}
