import { htmlPage } from '../../platform/pages/html-page.js';
import { escapeHtml } from '../../platform/text/html.js';
import { singleLine } from '../../platform/text/shortened.js';
import type { FoundChoice } from './mail-deliveries.repository.js';
import { mailMessages } from './mail-messages.js';

/** Where the page is; its address holds the token. */
export const unsubscribePath = (token: string): string => `/api/mail/unsubscribe/${token}`;

/**
 * Which mails it is about, whether they come, and one button that changes it. It names the school, and nobody; its form
 * leads to its own address, which holds the token and is in no answer.
 */
export function unsubscribePage({ school, locale, isOff }: FoundChoice): string {
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
