import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import type { AccountHoldings, HeldSession } from './account-holdings.service.js';
import { type Say, sayIn } from '../pages/account-messages.js';
import { accountPage, form, hidden, section, timeText } from '../pages/account-pages.js';

/** Contents of the page on which a person finds out who else may come into their account. */
export interface Review {
  language: PageLanguage;
  email: string;
  timeZone: string;
  holdings: AccountHoldings;
  done: string | undefined;
}

interface Held {
  /** Value of the form that confirms it; null where nobody is signed in yet, and nothing can be confirmed. */
  which: string | null;
  name: string;
  isSuspended: boolean;
  more?: string;
}

export function reviewPage({ language, email, timeZone, holdings, done }: Review): HtmlPage {
  const say = sayIn(language);
  const { addresses, passkeys, sessions } = holdings;
  return accountPage({
    language,
    title: 'review',
    lede: say('reviewLede'),
    done,
    main: [
      section(
        say('addresses'),
        heldList(
          say,
          addresses.map(({ email: name, isFirst, isSuspended }) => ({
            ...{ which: name, name, isSuspended },
            ...(isFirst && addresses.length > 1 && { more: say('firstAddress') }),
          })),
        ),
      ),
      section(
        say('passkeys'),
        passkeyList(
          say,
          passkeys.map((one) => ({ ...one, which: one.id })),
        ),
      ),
      section(say('sessions'), sessionList(language, timeZone, sessions)),
      section(
        say('endAll'),
        `<p>${say('endAllText', { email: `<bdi>${escapeHtml(email)}</bdi>` })}</p>
${form('/account/review/end', '', { text: say('endAll'), look: 'button danger' })}`,
      ),
    ].join(''),
  });
}

/** The list for somebody who is not signed in yet: it names everything, and has no buttons. */
export function holdingsOverview(
  language: PageLanguage,
  { addresses, passkeys, sessions }: AccountHoldings,
): string {
  const say = sayIn(language);
  const named = addresses.map(({ email, isSuspended }) => ({ which: null, name: email, isSuspended }));
  return [
    section(say('addresses'), heldList(say, named)),
    section(
      say('passkeys'),
      passkeyList(
        say,
        passkeys.map((one) => ({ ...one, which: null })),
      ),
    ),
    section(say('endedSessions'), sessionList(language, 'UTC', sessions)),
  ].join('');
}

const passkeyList = (say: Say, passkeys: Held[]): string =>
  passkeys.length === 0 ? `<p>${say('noPasskeys')}</p>\n` : heldList(say, passkeys);

function heldList(say: Say, held: Held[]): string {
  const items = held.map(({ which, name, isSuspended, more }) => {
    const label = `<strong><bdi>${escapeHtml(name)}</bdi></strong>`;
    const state = [more, isSuspended && say('suspended')].filter(Boolean).join(', ');
    const confirmed =
      isSuspended && which !== null
        ? form('/account/review', hidden('which', which), {
            ...{ text: say('isMine'), label: say('isMineOf', { name: escapeHtml(name) }), look: 'plain' },
          })
        : '';
    return `<li>${label}${state && ` (${state})`}${confirmed}</li>`;
  });
  return `<ul class="rows">${items.join('\n')}</ul>\n`;
}

function sessionList(language: PageLanguage, timeZone: string, sessions: HeldSession[]): string {
  const say = sayIn(language);
  if (sessions.length === 0) return `<p>${say('noSessions')}</p>\n`;
  const names: Record<string, string> = { Browser: say('aBrowser'), Operator: say('anOperator') };
  const items = sessions.map(({ name, lastUsedAt }) => {
    const used = say('lastUsed', { time: timeText(language, timeZone, lastUsedAt) });
    return `<li><strong><bdi>${names[name] ?? escapeHtml(name)}</bdi></strong> <span class="hint">${used}</span></li>`;
  });
  return `<ul class="rows">${items.join('\n')}</ul>\n`;
}
