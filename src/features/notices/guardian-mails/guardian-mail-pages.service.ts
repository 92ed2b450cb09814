import { Injectable } from '@nestjs/common';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { missingPage } from '../../../platform/pages/missing-page.view.js';
import { unsubscribePage } from '../../alerts/choices/unsubscribe-page.view.js';
import { GuardianMailChoicesService } from '../../directory/guardians/guardian-mail-choices.service.js';

/** Where the page is; its address holds the token. */
export const guardianMailsPath = (token: string): string => `/api/mail/guardian/${token}`;

const TOKEN = /^[\w-]{43}$/;

/** Ends the mails to a guardian's address, and starts them again, for anybody who has the link from a mail (RFC 8058). */
@Injectable()
export class GuardianMailPages {
  constructor(private readonly choices: GuardianMailChoicesService) {}

  async show(token: string): Promise<HtmlPage> {
    const choice = TOKEN.test(token) ? await this.choices.find(token) : null;
    return choice ? { html: unsubscribePage(choice, 'guardianMails.about') } : missingPage();
  }

  /**
   * A second time too. A mail program is never redirected (RFC 8058 section 3.1).
   * @param mails `on` has the mails again; everything else ends them
   */
  async change(token: string, mails?: string): Promise<HtmlPage> {
    const wantsMails = mails === 'on';
    if (!TOKEN.test(token) || !(await this.choices.choose(token, wantsMails))) return missingPage();
    return wantsMails ? { status: 303, location: guardianMailsPath(token), html: '' } : this.show(token);
  }
}
