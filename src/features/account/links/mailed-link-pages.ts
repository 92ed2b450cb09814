import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import { htmlPage, type HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import type { AccountHoldings } from '../held-data/account-holdings.service.js';
import { sayIn } from '../pages/account-messages.js';
import { mailedLinkMessages } from './mailed-link-messages.js';
import { holdingsOverview } from '../held-data/review-pages.js';
import { signInMessages } from '../pages/sign-in-messages.js';

interface PageText {
  /** Plain text. */
  title: string;
  /** HTML. */
  heading?: string;
  /** HTML, below the title. */
  text: string;
  /** HTML. */
  main: string;
  /** It takes the secret out of the address. */
  hasSecret?: boolean;
  status?: number;
}

export const page = (language: PageLanguage, content: PageText): HtmlPage => ({
  status: content.status ?? 200,
  policy: content.hasSecret ? { hasScript: true } : {},
  html: htmlPage({
    ...{ language, title: content.title, main: content.main, isNarrow: true as const },
    ...(content.heading !== undefined && { heading: content.heading }),
    lede: `<p class="lede">${content.text}</p>`,
    ...(content.hasSecret && { script: 'link.js' }),
  }),
});

/** A page that says how things are, and where to go on. */
export const messagePage = (
  language: PageLanguage,
  [title, text]: [title: string, text: string],
  main: string,
  status = 200,
): HtmlPage => page(language, { title, text, main, status });

export const button = (href: string, text: string): string => `<a class="button" href="${href}">${text}</a>`;
export const actions = (...links: string[]): string => `<p class="actions">${links.join('\n')}</p>`;
export const signIn = (language: PageLanguage): string => button('/sign-in', signInMessages(language).signIn);
/** @param text what is wrong with the one field that `WRONG` marks; null: nothing */
export const error = (text: string | null): string =>
  text === null ? '' : `<p class="error" id="error" role="alert">${text}</p>\n`;
const WRONG = ' aria-invalid="true" aria-describedby="error"';

/** The secret of the link: a script fills it in and hides the field, which is for those whose browser runs none. */
export const pasted = (language: PageLanguage, secret: string): string => {
  const messages = mailedLinkMessages(language);
  if (secret) return hidden(secret);
  return `<div id="pasted"><noscript><p>${messages.noScript}</p></noscript>
<label for="token">${messages.pastedLink} <span class="hint">${messages.pasteHint}</span></label>
<input id="token" name="token" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" required maxlength="1000"></div>
`;
};

export const hidden = (secret: string): string =>
  `<input type="hidden" name="token" value="${escapeHtml(secret)}">\n`;

/** @param email of the account, for the browser's store of passwords */
export const newPassword = (
  language: PageLanguage,
  { email, isWeak }: { email: string | null; isWeak: boolean },
): string => {
  const messages = mailedLinkMessages(language);
  return `${email === null ? '' : `<input name="username" value="${escapeHtml(email)}" autocomplete="username" readonly hidden>\n`}<label for="password">${messages.password} <span class="hint">${messages.passwordHint}</span></label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1000"${isWeak ? WRONG : ''}>
`;
};

/**
 * Asks for the address of whoever has no password, or no longer knows it.
 * @param wrong what was typed, and is no address
 */
export function forgottenPage(language: PageLanguage, { wrong = null as string | null } = {}): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.forgotten;
  return page(language, {
    ...{ title, text, ...(wrong !== null && { status: 400 }) },
    main: `<section>
<form method="post" action="/password/forgotten">
${error(wrong === null ? null : messages.wrongEmail)}<label for="email">${signInMessages(language).email}</label>
<input id="email" name="email" type="email" value="${escapeHtml(wrong ?? '')}" autocomplete="username" required maxlength="254"${wrong === null ? '' : WRONG}>
<button class="button">${messages.sendLink}</button>
</form>
</section>
<p><a href="/sign-in">${signInMessages(language).signIn}</a></p>`,
  });
}

/** The page is equal for every address: it does not say whether somebody has it. */
export const linkSentPage = (language: PageLanguage): HtmlPage => {
  const { linkSentHint, again } = mailedLinkMessages(language);
  const main = `<section>\n<p>${linkSentHint}</p>\n<p><a href="/password/forgotten">${again}</a></p>\n</section>`;
  return messagePage(language, mailedLinkMessages(language).linkSent, main);
};

/** @param secret of a link that the person has brought already; empty: the script finds it in the address */
export function setPasswordPage(
  language: PageLanguage,
  { secret = '', email = null as string | null, isWeak = false } = {},
): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.setPassword;
  return page(language, {
    ...{ title, text, hasSecret: true, ...(isWeak && { status: 400 }) },
    main: `<section>
<form method="post" action="/password/set">
${error(isWeak ? messages.weak : null)}${pasted(language, secret)}${newPassword(language, { email, isWeak })}<button class="button">${title}</button>
</form>
</section>`,
  });
}

/** It names everything that leads into the account: whoever was in it may have left something. */
export const passwordSetPage = (language: PageLanguage, held: AccountHoldings): HtmlPage =>
  messagePage(
    language,
    mailedLinkMessages(language).passwordSet,
    `${holdingsOverview(language, held)}<p>${sayIn(language)('setReview')}</p>
${actions(button('/account/review', sayIn(language)('signInToReview')), `<a href="/sign-in">${signInMessages(language).signIn}</a>`)}`,
  );

export const voidPasswordLinkPage = (language: PageLanguage): HtmlPage =>
  messagePage(
    language,
    mailedLinkMessages(language).voidPasswordLink,
    actions(button('/password/forgotten', mailedLinkMessages(language).newLink)),
    400,
  );
