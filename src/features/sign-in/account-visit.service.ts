import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource, type EntityManager } from 'typeorm';
import { auditActor, auditItem } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { requestOf, responseOf } from '../../platform/http/http-context.js';
import { languageOf } from '../../platform/pages/form-page.js';
import type { PageLanguage } from '../../platform/pages/form-page-messages.js';
import { toldIn } from '../../platform/pages/flash.js';
import { seeOther, type HtmlPage, type Told } from '../../platform/pages/html-page.js';
import { type AccountChange, AccountMails } from '../identity/account-mails.service.js';
import { type BrowserSession, BrowserSessions } from '../identity/browser-sessions.service.js';
import { BruteForceLimits } from '../identity/brute-force-limits.js';
import { PasswordProofs } from '../identity/sign-in.service.js';
import { sourceOf } from '../../platform/http/source-of.js';

/** Where a page was asked for. */
export interface Visit {
  request: Request;
  response: Response;
  language: PageLanguage;
  source: string;
  /** Why the form of this page was refused a moment ago, say. */
  told: Told;
}

/** The same of somebody who is signed in, with both steps where they owe two. */
export interface OwnVisit extends Visit {
  session: BrowserSession;
}

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit => {
  const [request, response] = [requestOf<Request>(context), responseOf(context)];
  return {
    request,
    response,
    language: languageOf(request),
    source: sourceOf(request.ip),
    told: toldIn(response),
  };
});

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

type Check = (manager: EntityManager) => Promise<boolean>;

/** Changes of what a person signs in with: each in one transaction, one at a time, with the mail that tells of it. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly browser: BrowserSessions,
    private readonly mails: AccountMails,
    private readonly limits: BruteForceLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the session has ended meanwhile */
  make<T>({ session }: OwnVisit, work: (manager: EntityManager, now: Date) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      auditItem('user', session.userId);
      await this.browser.lockForChange(manager, session);
      return work(manager, this.clock.now());
    });
  }

  /** Passwords that are too easy to guess are counted. @throws RateLimitedError */
  countWeak<T>({ session }: OwnVisit, choose: () => Promise<T>): Promise<T> {
    return this.limits.countWeak(session.userId, choose);
  }

  /** They have given their password once more. */
  renew(own: OwnVisit): Promise<void> {
    return this.make(own, (manager) =>
      this.browser.renew(manager, own.session.id, { bothSteps: false }, own.response),
    );
  }

  /** What ends every session, too; this browser's goes on as another one, with the steps that were done in it. */
  startOver(own: OwnVisit, work: (manager: EntityManager) => Promise<void>): Promise<void> {
    const { session, response } = own;
    return this.make(own, async (manager) => {
      await work(manager);
      const proof = { bothSteps: session.twoStepAt !== null };
      await this.browser.open(manager, session.userId, proof, response);
      await this.notify(manager, own, 'second_step_changed');
    });
  }

  /** To the address that was the first one before the change. */
  notify(manager: EntityManager, { session }: OwnVisit, kind: AccountChange): Promise<void> {
    return this.mails.tellOfChange(manager, session.userId, kind, session.email);
  }

  /**
   * Mails a link to an address that is nobody's. Nobody is told whether it is, and no mailbox is filled.
   * @throws RateLimitedError
   */
  async sendAddressLink(own: OwnVisit, email: string, isTaken: Check): Promise<void> {
    await this.limits.count({ mail: own.session.userId });
    await this.limits.count({ mail: email });
    await this.make(own, async (manager) => {
      if (!(await isTaken(manager))) await this.mails.sendAddressLink(manager, own.session.userId, email);
    });
  }
}
