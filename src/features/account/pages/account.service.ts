import { Injectable } from '@nestjs/common';
import type { Account } from '../../../platform/auth/caller.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { MySessionsService } from '../sessions/my-sessions.service.js';
import { PersonExportService } from '../../person/person-export.service.js';
import type { Visit } from './account-visit.service.js';
import type { OwnVisit } from './account-changes.service.js';
import { AccountVisits } from './account-visits.service.js';
import { AccountRepository } from './account.repository.js';
import { overviewPage } from './overview-page.view.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';

/** The person's view of their account and of the sessions that are open. */
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
        this.account.getSettings(userId, await this.passkeys.listPasskeys(userId)),
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

const accountOf = ({ session }: OwnVisit): Account => ({
  userId: session.userId,
  sessionId: session.id,
  email: session.email,
  emailVerified: true,
});
