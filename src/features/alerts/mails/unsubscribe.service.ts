import { Injectable } from '@nestjs/common';
import { htmlPage, missingPage, type HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { singleLine } from '../../../platform/text/shortened.js';
import { type FoundChoice, MailChoicesRepository } from './mail-choices.repository.js';
import { mailMessages } from './mail-messages.js';
import { Clock } from '../../../platform/clock/clock.js';

/** Where the page is; its address holds the token. */
export const unsubscribePath = (token: string): string => `/api/mail/unsubscribe/${token}`;

/**
 * Which mails it is about, whether they come, and one button that changes it. It names the school, and nobody; its form
 * leads to its own address, which holds the token and is in no answer.
 */
function unsubscribePage({ school, locale, isOff }: FoundChoice): string {
  const messages = mailMessages(locale);
  const name = singleLine(school);
  return htmlPage({
    language: messages.language,
    title: messages.mailFrom(name),
    heading: messages.mailFrom(`<bdi>${escapeHtml(name)}</bdi>`),
    lede: `<p class="lede">${messages.newThings}</p>`,
    main: `<section>
<p class="state${isOff ? ' ill' : ''}" role="status">${isOff ? messages.off : messages.on}</p>
<form method="post" action="?mails=${isOff ? 'on' : 'off'}">
<button class="button">${isOff ? messages.resume : messages.stop}</button>
</form>
</section>`,
    footer: `<p>${messages.stillSent}</p>`,
    isNarrow: true,
  });
}

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
