import { Injectable } from '@nestjs/common';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import { AccountMails } from '../mails/account-mails.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import type { Visit } from '../pages/account-visit.service.js';
import { forgottenPage, linkSentPage } from './mailed-link-pages.js';

/** Of an address that was typed. */
const MAX_SHOWN = 254;

/** Of those who have no password, or no longer know it. */
@Injectable()
export class PasswordLinkRequests {
  constructor(
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
  ) {}

  show({ told: { wrong }, language }: Visit): HtmlPage {
    return forgottenPage(language, { wrong: wrong ?? null });
  }

  /**
   * What is done until the answer is the same for every address, and so is the answer: whether somebody has it, the job finds
   * out that sends the mails.
   */
  async request({ email: given = '' }: Form, { language, source }: Visit): Promise<HtmlPage> {
    const email = normalizeEmail(given);
    if (!looksLikeEmail(email)) return seeOther('/password/forgotten', { wrong: given.slice(0, MAX_SHOWN) });
    if (await this.limits.countLink(email, source)) await this.mails.sendPasswordLink(email, language);
    return linkSentPage(language);
  }
}
