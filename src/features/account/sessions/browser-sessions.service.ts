import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { normalizeEmail } from '../../../platform/text/normalize.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { type BrowserSession, BrowserSessionsRepository } from './browser-sessions.repository.js';
import { randomSecret, sha256 } from '../secrets.js';
import { PasswordProofs } from '../passwords/password-proofs.service.js';
import { BrowserCookie } from './browser-cookie.service.js';

export type { BrowserSession } from './browser-sessions.repository.js';

/** For how long a browser stays signed in at most. */
const LIFETIME_MS = 12 * 60 * 60_000;

/** How somebody has proven who they are. */
export interface Proof {
  /** Both steps are done: with a passkey, say. Else the second is owed where the person has turned it on. */
  bothSteps: boolean;
  /** By what (RFC 8176); without it a password. */
  amr?: string[];
}

/**
 * Sessions of browsers on the service's own pages. The cookie is a secret whose digest is stored with the session: whatever
 * ends a session of a person ends it as well.
 */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly cookie: BrowserCookie,
    private readonly browsers: BrowserSessionsRepository,
    private readonly sessions: AuthSessionsRepository,
    private readonly proofs: PasswordProofs,
    private readonly clock: Clock,
  ) {}

  /**
   * The second step is still owed where the person has turned it on.
   * @throws NotAuthenticatedError
   * @throws RateLimitedError
   */
  async signIn(
    given: { email: string; password: string },
    { source, request, response }: { source: string; request: Request; response: Response },
  ): Promise<BrowserSession> {
    const before = await this.find(request);
    const person = await this.proofs.prove(
      normalizeEmail(given.email),
      given.password,
      source,
      'credentials',
    );
    // To verify a password takes a while: what has changed meanwhile counts.
    const session = await this.browsers.transaction(async (manager) => {
      const held = await this.browsers.lockPasswordOf(manager, person.user_id);
      if (held === null || held !== person.password_hash) throw new NotAuthenticatedError();
      // Its cookie is about to be overwritten.
      if (before) await this.sessions.revoke(manager, before.id, this.clock.now());
      return this.open(manager, person.user_id, { bothSteps: false }, response);
    });
    await this.remember(session, source);
    return session;
  }

  /**
   * Within the transaction of what has proven the person; the cookie goes with the answer.
   * @throws NotAuthenticatedError when they were erased a moment ago
   */
  async open(
    manager: EntityManager,
    userId: string,
    { bothSteps, amr = ['pwd'] }: Proof,
    response: Response,
  ): Promise<BrowserSession> {
    const token = randomSecret();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const session = await this.sessions.insertSession(
      { userId, applicationId: null, ...(bothSteps && { secondStepPending: false }), now, expiresAt },
      manager,
    );
    if (!session) throw new NotAuthenticatedError();
    await this.browsers.giveToBrowser(manager, session.id, {
      tokenHash: sha256(token),
      twoStepAt: bothSteps ? now : null,
      amr,
    });
    this.cookie.set(response, token);
    const { id, email, second_step_pending: secondStepPending } = session;
    return { id, userId, email, secondStepPending, signedInAt: now, twoStepAt: bothSteps ? now : null, amr };
  }

  /**
   * The person has proven themselves again in a browser where they are signed in: the session goes on, with another cookie.
   * @throws NotAuthenticatedError when it has ended meanwhile
   */
  async renew(
    manager: EntityManager,
    sessionId: string,
    { bothSteps, amr = ['pwd'] }: Proof,
    response: Response,
  ): Promise<void> {
    const token = randomSecret();
    const now = this.clock.now();
    const proof = { tokenHash: sha256(token), bothSteps, amr, now };
    if (!(await this.browsers.renewInBrowser(manager, sessionId, proof))) throw new NotAuthenticatedError();
    this.cookie.set(response, token);
  }

  /**
   * Begins the transaction of a change of what the person signs in with: one at a time, and none in a session that has been
   * ended meanwhile.
   * @throws NotAuthenticatedError
   */
  async lockForChange(manager: EntityManager, session: Pick<BrowserSession, 'id' | 'userId'>): Promise<void> {
    const isLive = await this.browsers.lockForChange(manager, session, this.clock.now());
    if (!isLive) throw new NotAuthenticatedError();
  }

  /** After the transaction that has opened it: a person who has done every step is known there from now on. */
  async remember({ userId, secondStepPending }: BrowserSession, source: string): Promise<void> {
    if (!secondStepPending) await this.proofs.remember(userId, source);
  }

  /** The session of the browser, with a second step that may still be missing; null where there is none. Read fresh. */
  async find(request: Pick<Request, 'headers'>): Promise<BrowserSession | null> {
    const token = this.cookie.read(request);
    return token ? this.browsers.findOfBrowser(sha256(token), this.clock.now()) : null;
  }

  /** Both steps done, or nobody. */
  async findComplete(request: Pick<Request, 'headers'>): Promise<BrowserSession | null> {
    const session = await this.find(request);
    return session?.secondStepPending ? null : session;
  }

  /** Until the transaction ends nobody changes the password; whoever does then ends what was opened in it, too. */
  async lockSignIn(manager: EntityManager, userId: string): Promise<void> {
    await this.browsers.lockPasswordOf(manager, userId);
  }

  revoke(manager: EntityManager, sessionId: string): Promise<void> {
    return this.sessions.revoke(manager, sessionId, this.clock.now());
  }

  /** Signs out in this browser. */
  async end(request: Pick<Request, 'headers'>, response: Response): Promise<void> {
    const session = await this.find(request);
    if (session) await this.sessions.revokeOwn(session.userId, session.id, this.clock.now());
    this.cookie.clear(response);
  }
}
