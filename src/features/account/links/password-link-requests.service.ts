import { Injectable } from '@nestjs/common';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import { AccountMails } from '../mails/account-mails.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import type { Visit } from '../pages/account-visit.service.js';
import { forgottenPage, linkSentPage } from './password-link-pages.view.js';

/** Characters of a typed address that the page repeats. */
const MAX_REPEATED = 254;

/** Requests for a link by people who have no password, or have forgotten it. */
@Injectable()
export class PasswordLinkRequests {
  constructor(
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
  ) {}

  show({ flashData: { wrong }, language }: Visit): HtmlPage {
    return forgottenPage(language, { wrong: wrong ?? null });
  }

  /**
   * Requests a link. The work until the answer, and the answer, are equal for every address: the job that sends the mails
   * finds out whether somebody has it.
   */
  async request({ email: given = '' }: Form, { language, source }: Visit): Promise<HtmlPage> {
    const email = normalizeEmail(given);
    if (!looksLikeEmail(email))
      return seeOther('/password/forgotten', { wrong: given.slice(0, MAX_REPEATED) });
    if (await this.limits.countLink(email, source)) await this.mails.sendPasswordLink(email, language);
    return linkSentPage(language);
  }
}
