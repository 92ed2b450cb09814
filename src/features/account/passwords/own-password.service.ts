import { Injectable } from '@nestjs/common';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { CredentialsService } from './credentials.service.js';
import { WeakPasswordError } from '../account.errors.js';
import type { Visit } from '../pages/account-visit.service.js';
import { AccountChanges, type OwnVisit } from '../pages/account-changes.service.js';
import { AccountVisits, CONFIRMED, SIGN_IN } from '../pages/account-visits.service.js';
import { backToForm, faultIn } from '../pages/form-fault.js';
import { confirmPage, passwordPage } from '../pages/password-pages.view.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';

/** The page that a confirmation leads to; of an address that was made up the account itself. */
const pageAfter = (then: string | undefined): string => CONFIRMED.find((page) => page === then) ?? '';

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
        : confirmPage(visit.language, await this.confirmationOf(own, then), faultIn(visit.flashData)),
    );
  }

  confirm(visit: Visit, { password = '', then }: Form): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      if (!(await this.visits.provesPassword(own, password))) {
        const page = `/account/confirm?then=${pageAfter(then)}`;
        return backToForm(page, { field: 'password', key: 'account.wrongPassword' });
      }
      await this.changes.renew(own);
      return seeOther(`/account/${pageAfter(then)}`);
    });
  }

  private async confirmationOf({ session }: OwnVisit, then?: string) {
    const passkeys = await this.passkeys.listPasskeys(session.userId);
    return { then: pageAfter(then), email: session.email, hasPasskeys: passkeys.length > 0 };
  }

  show(visit: Visit): Promise<HtmlPage> {
    return this.visits.own(visit, ({ session }) =>
      passwordPage(visit.language, session.email, faultIn(visit.flashData)),
    );
  }

  /** Ends every other session. Who has proven both steps in this browser need not do so again. */
  change(visit: Visit, { old = '', password = '' }: Form): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      if (!(await this.visits.provesPassword(own, old)))
        return backToForm('/account/password', { field: 'old', key: 'account.wrongPassword' });
      try {
        await this.changes.countWeak(own, () => this.set(own, password));
      } catch (error) {
        if (!(error instanceof WeakPasswordError)) throw error;
        return backToForm('/account/password', { field: 'password', key: 'account.weakPassword' });
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
