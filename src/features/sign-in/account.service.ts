import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import type { Form } from '../../platform/pages/form-page.js';
import { seeOther, type HtmlPage } from '../../platform/pages/html-page.js';
import { BrowserSessions } from '../identity/browser-sessions.service.js';
import { CredentialsService } from '../identity/credentials.service.js';
import { WeakPasswordError } from '../identity/identity.errors.js';
import { MySessionsService } from '../identity/sessions.service.js';
import { PersonExportService } from '../person/person-export.service.js';
import {
  AccountChanges,
  AccountVisits,
  CONFIRMED,
  type OwnVisit,
  SIGN_IN,
  type Visit,
} from './account-visit.service.js';
import { faultIn } from './account-pages.js';
import { AccountRepository } from './account.repository.js';
import { confirmPage, overviewPage, passwordPage } from './own-pages.js';
import { PasskeysRepository } from './passkeys.repository.js';

/** What a person sees of their account, and where they are signed in. */
@Injectable()
export class AccountService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly account: AccountRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly sessions: MySessionsService,
    private readonly exports: PersonExportService,
  ) {}

  show(visit: Visit, done?: string): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      const { userId, email } = own.session;
      const [settings, { sessions }] = await Promise.all([
        this.account.getSettings(userId, await this.passkeys.list(userId)),
        this.sessions.list(accountOf(own)),
      ]);
      return overviewPage({ language: visit.language, email, settings, sessions, done });
    });
  }

  endSession(visit: Visit, sessionId: string): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      await this.sessions.end(accountOf(own), sessionId);
      return seeOther('/account?done=session');
    });
  }

  /** Everything that is held on them, as `GET /me/export` answers it. */
  async export(visit: Visit) {
    return this.exports.forCaller(accountOf(await this.visits.get(visit)));
  }
}

/** The page that a confirmation leads to; of an address that was made up the account itself. */
const pageAfter = (then: string | undefined): string => CONFIRMED.find((page) => page === then) ?? '';

const accountOf = ({ session }: OwnVisit): Account => ({
  userId: session.userId,
  sessionId: session.id,
  email: session.email,
  emailVerified: true,
});

/** Their password: once more before a change, or another one; and signing out. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly browser: BrowserSessions,
    private readonly credentials: CredentialsService,
    private readonly changes: AccountChanges,
    private readonly passkeys: PasskeysRepository,
  ) {}

  showConfirmation(visit: Visit, then?: string): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) =>
      this.visits.isFresh(own)
        ? seeOther(`/account/${pageAfter(then)}`)
        : confirmPage(visit.language, await this.confirmationOf(own, then), faultIn(visit.told)),
    );
  }

  confirm(visit: Visit, { password = '', then }: Form): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      if (!(await this.visits.provesPassword(own, password))) {
        const page = `/account/confirm?then=${pageAfter(then)}`;
        return seeOther(page, { field: 'password', key: 'wrongPassword' });
      }
      await this.changes.renew(own);
      return seeOther(`/account/${pageAfter(then)}`);
    });
  }

  private async confirmationOf({ session }: OwnVisit, then?: string) {
    const passkeys = await this.passkeys.list(session.userId);
    return { then: pageAfter(then), email: session.email, hasPasskeys: passkeys.length > 0 };
  }

  show(visit: Visit): Promise<HtmlPage> {
    return this.visits.own(visit, ({ session }) =>
      passwordPage(visit.language, session.email, faultIn(visit.told)),
    );
  }

  /** Ends every other session. Who has proven both steps in this browser need not do so again. */
  change(visit: Visit, { old = '', password = '' }: Form): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      if (!(await this.visits.provesPassword(own, old)))
        return seeOther('/account/password', { field: 'old', key: 'wrongPassword' });
      try {
        await this.changes.countWeak(own, () => this.set(own, password));
      } catch (error) {
        if (!(error instanceof WeakPasswordError)) throw error;
        return seeOther('/account/password', { field: 'password', key: 'weakPassword' });
      }
      return seeOther('/account?done=password');
    });
  }

  private set(own: OwnVisit, password: string): Promise<void> {
    const { session, response } = own;
    return this.credentials.setPassword(session.userId, password, {
      before: (manager) => this.browser.lockForChange(manager, session),
      after: async (manager) => {
        const proof = { bothSteps: session.twoStepAt !== null };
        await this.browser.open(manager, session.userId, proof, response);
        await this.changes.notify(manager, own, 'password_changed');
      },
    });
  }

  signOut(visit: Visit): Promise<HtmlPage> {
    return this.visits.own(visit, async ({ request, response }) => {
      await this.browser.end(request, response);
      return seeOther(SIGN_IN);
    });
  }

  signOutEverywhere(visit: Visit): Promise<HtmlPage> {
    return this.visits.own(visit, async ({ request, response, session }) => {
      await this.credentials.endSessions(session.userId);
      await this.browser.end(request, response);
      return seeOther(SIGN_IN);
    });
  }
}
