import { Injectable } from '@nestjs/common';
import { auditActor } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { PasswordProofs } from '../passwords/password-proofs.service.js';
import type { Visit } from './account-visit.service.js';
import type { OwnVisit } from './account-changes.service.js';

/** For so long after it a password or a passkey speaks for whoever is at the browser. */
const FRESH_MS = 10 * 60_000;

/** Where the form that confirms who it is leads to. */
export const CONFIRMED = ['two-step', 'passkeys', 'addresses', 'review'] as const;
export type Confirmed = (typeof CONFIRMED)[number];

export const SIGN_IN = '/sign-in';

/** Lets people to the pages of their account, and nobody else. */
@Injectable()
export class AccountVisits {
  constructor(
    private readonly browser: BrowserSessions,
    private readonly proofs: PasswordProofs,
    private readonly clock: Clock,
  ) {}

  /** A page of the person's own; others are led to where they sign in. */
  async own(visit: Visit, work: (own: OwnVisit) => Promise<HtmlPage> | HtmlPage): Promise<HtmlPage> {
    try {
      return await work(await this.get(visit));
    } catch (error) {
      if (error instanceof NotAuthenticatedError) return seeOther(SIGN_IN);
      throw error;
    }
  }

  /** @param stranger what is shown to everybody else */
  async ownOr(visit: Visit, work: (own: OwnVisit) => HtmlPage, stranger: () => HtmlPage): Promise<HtmlPage> {
    const session = await this.browser.findComplete(visit.request);
    return session ? work({ ...visit, session }) : stranger();
  }

  /** One on which what somebody signs in with is changed: they have proven lately who they are. */
  fresh(
    visit: Visit,
    then: Confirmed,
    work: (own: OwnVisit) => Promise<HtmlPage> | HtmlPage,
  ): Promise<HtmlPage> {
    return this.own(visit, (own) =>
      this.isFresh(own) ? work(own) : seeOther(`/account/confirm?then=${then}`),
    );
  }

  /** @throws NotAuthenticatedError */
  async get(visit: Visit): Promise<OwnVisit> {
    const session = await this.browser.findComplete(visit.request);
    if (!session) throw new NotAuthenticatedError();
    auditActor(session.userId);
    return { ...visit, session };
  }

  isFresh({ session }: OwnVisit): boolean {
    return this.clock.now().getTime() - session.signedInAt.getTime() < FRESH_MS;
  }

  /** By a passkey, which is both steps. */
  isFreshByPasskey(own: OwnVisit): boolean {
    return this.isFresh(own) && own.session.amr.includes('hwk');
  }

  /**
   * Whether it is their password; a wrong one counts as one at signing in does.
   * @throws RateLimitedError
   */
  async provesPassword({ session, source }: OwnVisit, password: string): Promise<boolean> {
    try {
      const person = await this.proofs.prove(session.email, password, source, 'confirmation');
      return person.user_id === session.userId;
    } catch (error) {
      if (error instanceof NotAuthenticatedError) return false;
      throw error;
    }
  }
}
