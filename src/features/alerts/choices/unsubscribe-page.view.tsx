import { messages } from '../../../platform/messages/messages.js';
import { htmlPage } from '../../../platform/pages/page.view.js';
import { singleLine } from '../../../platform/text/shortened.js';
import type { FoundChoice } from './mail-choices.repository.js';

/**
 * Which mails it is about, whether they come, and one button that changes it. It names the school, and nobody; its form
 * leads to its own address, which holds the token and is in no answer.
 * @param about key of the text that says which mails they are
 */
export function unsubscribePage(
  { school, locale, isOff }: FoundChoice,
  about: 'alerts.newThings' | 'guardianMails.about' = 'alerts.newThings',
): string {
  const { language, say, parts } = messages(locale);
  const name = singleLine(school);
  return htmlPage({
    language,
    title: say('alerts.mailFrom', { school: name }),
    heading: parts('alerts.mailFrom', { school: <bdi>{name}</bdi> }),
    lede: <p class="lede">{say(about)}</p>,
    main: (
      <section>
        <p class={isOff ? 'state ill' : 'state'} role="status">
          {say(isOff ? 'alerts.off' : 'alerts.on')}
        </p>
        <form method="post" action={`?mails=${isOff ? 'on' : 'off'}`}>
          <button class="button">{say(isOff ? 'alerts.resume' : 'alerts.stop')}</button>
        </form>
      </section>
    ),
    footer: <p>{say('alerts.stillSent')}</p>,
    isNarrow: true,
  });
}
