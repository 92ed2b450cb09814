import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { missingPage, type HtmlPage } from '../../platform/pages/html-page.js';
import { MailChoicesRepository } from './mail-deliveries.repository.js';
import { unsubscribePage, unsubscribePath } from './unsubscribe-page.js';

const TOKEN = /^[\w-]{43}$/;

/**
 * Whoever has the address from a mail may end those mails and have them again, at any time; the token is the credential
 * (RFC 8058).
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
