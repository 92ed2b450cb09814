import { Injectable } from '@nestjs/common';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { missingPage } from '../../../platform/pages/missing-page.view.js';
import { MailChoicesRepository } from './mail-choices.repository.js';
import { unsubscribePage } from './unsubscribe-page.view.js';
import { Clock } from '../../../platform/clock/clock.js';

/** Where the page is; its address holds the token. */
export const unsubscribePath = (token: string): string => `/api/mail/unsubscribe/${token}`;

const TOKEN = /^[\w-]{43}$/;

/**
 * Ends the mails of an address, and starts them again, for anybody who has the address from a mail; the token is the
 * credential (RFC 8058).
 */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly choices: MailChoicesRepository,
    private readonly clock: Clock,
  ) {}

  async show(token: string): Promise<HtmlPage> {
    const choice = TOKEN.test(token) ? await this.choices.find(token) : null;
    return choice ? { html: unsubscribePage(choice) } : missingPage();
  }

  /**
   * A second time too. A mail program is never redirected (RFC 8058 section 3.1), whatever it does with a page.
   * @param mails `on` has the mails again; everything else ends them
   */
  async change(token: string, mails?: string): Promise<HtmlPage> {
    if (!TOKEN.test(token)) return missingPage();
    if (mails !== 'on') {
      await this.choices.unsubscribe(token, this.clock.now());
      return this.show(token);
    }
    const found = await this.choices.resume(token);
    return found ? { status: 303, location: unsubscribePath(token), html: '' } : missingPage();
  }
}
