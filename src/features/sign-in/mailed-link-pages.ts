import { linkPath } from '../../platform/pages/app-links.js';
import type { PageLanguage } from '../../platform/pages/form-page-messages.js';
import { htmlPage, type HtmlPage } from '../../platform/pages/html-page.js';
import { escapeHtml } from '../../platform/text/html.js';
import { singleLine } from '../../platform/text/shortened.js';
import { mailedLinkMessages } from './mailed-link-messages.js';
import { signInMessages } from './sign-in-messages.js';

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

const page = (language: PageLanguage, content: PageText): HtmlPage => ({
  status: content.status ?? 200,
  policy: content.hasSecret ? { hasScript: true } : {},
  html: htmlPage({
    ...{ language, title: content.title, main: content.main, isNarrow: true as const },
    ...(content.heading !== undefined && { heading: content.heading }),
    lede: `<p class="lede">${content.text}</p>`,
    ...(content.hasSecret && { script: 'link.js' }),
  }),
});

const button = (href: string, text: string): string => `<a class="button" href="${href}">${text}</a>`;
const actions = (...links: string[]): string => `<p class="actions">${links.join('\n')}</p>`;
const signIn = (language: PageLanguage): string => button('/sign-in', signInMessages(language).signIn);
/** @param text what is wrong with the one field that `WRONG` marks; null: nothing */
const error = (text: string | null): string =>
  text === null ? '' : `<p class="error" id="error" role="alert">${text}</p>\n`;
const WRONG = ' aria-invalid="true" aria-describedby="error"';

/** The secret of the link: a script fills it in and hides the field, which is for those whose browser runs none. */
const pasted = (language: PageLanguage, secret: string): string => {
  const messages = mailedLinkMessages(language);
  if (secret) return hidden(secret);
  return `<div id="pasted"><noscript><p>${messages.noScript}</p></noscript>
<label for="token">${messages.pastedLink} <span class="hint">${messages.pasteHint}</span></label>
<input id="token" name="token" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" required maxlength="1000"></div>
`;
};

const hidden = (secret: string): string =>
  `<input type="hidden" name="token" value="${escapeHtml(secret)}">\n`;

/** @param email of the account, for the browser's store of passwords */
const newPassword = (
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
</section>`,
  });
}

/** The same for every address: it says nothing of whether somebody has it. */
export function linkSentPage(language: PageLanguage): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.linkSent;
  return page(language, {
    ...{ title, text },
    main: `<section>
<p>${messages.linkSentHint}</p>
<p><a href="/password/forgotten">${messages.again}</a></p>
</section>`,
  });
}

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

export function passwordSetPage(language: PageLanguage): HtmlPage {
  const [title, text] = mailedLinkMessages(language).passwordSet;
  return page(language, { title, text, main: actions(signIn(language)) });
}

export function voidPasswordLinkPage(language: PageLanguage): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.voidPasswordLink;
  const main = actions(button('/password/forgotten', messages.newLink));
  return page(language, { title, text, status: 400, main });
}

/** It knows nothing of whom the link is for: programs that look at mail open it, too. */
export function invitationPage(language: PageLanguage): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.invitation;
  return page(language, {
    ...{ title, text, hasSecret: true },
    main: `<section>
<form method="post" action="/invitation/open">
${pasted(language, '')}<button class="button">${messages.openInvitation}</button>
</form>
</section>`,
  });
}

/** An invitation as its owner sees it. */
export interface ShownInvitation {
  secret: string;
  school: { id: string; name: string };
  email: string;
  /** They sign in with a password that they have. */
  hasAccount: boolean;
  /** Nobody knows yet what they are called. */
  asksName: boolean;
}

export function openedInvitationPage(
  language: PageLanguage,
  { secret, school, email, hasAccount, asksName }: ShownInvitation,
  { isWeak = false } = {},
): HtmlPage {
  const messages = mailedLinkMessages(language);
  const fields = `${asksName ? names(language) : ''}${newPassword(language, { email, isWeak })}`;
  return page(language, {
    ...named(messages.invitedBy, school),
    ...{ text: messages.invitedAs(`<bdi>${escapeHtml(email)}</bdi>`), ...(isWeak && { status: 400 }) },
    main: `<section>
<form method="post" action="/invitation">
${error(isWeak ? messages.weak : null)}${hidden(secret)}${hasAccount ? `<p>${messages.hasAccount}</p>\n` : fields}<button class="button">${messages.accept}</button>
</form>
</section>`,
  });
}

const named = (text: (school: string) => string, { name }: { name: string }) => ({
  title: text(singleLine(name)),
  heading: text(`<bdi>${escapeHtml(singleLine(name))}</bdi>`),
});

function names(language: PageLanguage): string {
  const messages = mailedLinkMessages(language);
  return `<label for="first-name">${messages.firstName} <span class="hint">${messages.optional}</span></label>
<input id="first-name" name="first_name" autocomplete="given-name" maxlength="200">
<label for="last-name">${messages.lastName} <span class="hint">${messages.optional}</span></label>
<input id="last-name" name="last_name" autocomplete="family-name" maxlength="200">
`;
}

/** @param isSignedIn in this browser; else they have to sign in as always */
export function acceptedPage(
  language: PageLanguage,
  school: { id: string; name: string },
  { isSignedIn }: { isSignedIn: boolean },
): HtmlPage {
  const messages = mailedLinkMessages(language);
  const app = `/${linkPath({ schoolId: school.id })}`;
  return page(language, {
    ...named(isSignedIn ? messages.welcome : messages.accepted, school),
    text: isSignedIn ? messages.welcomeText : messages.acceptedText,
    main: isSignedIn
      ? actions(button(app, messages.openApp), `<a href="/account">${messages.account}</a>`)
      : actions(signIn(language), `<a href="${app}">${messages.openApp}</a>`),
  });
}

/** The link is too old; what it leads to is open still. */
export function staleInvitationPage(language: PageLanguage, secret: string): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.stale;
  return page(language, {
    ...{ title, text, status: 400 },
    main: `<form method="post" action="/invitation/renew">
${hidden(secret)}<button class="button">${messages.renew}</button>
</form>`,
  });
}

export function renewedInvitationPage(language: PageLanguage): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = messages.renewed;
  return page(language, { title, text, main: `<section>\n<p>${messages.linkSentHint}</p>\n</section>` });
}

/** @param was what the school has taken back, or a link that is none, or was used */
export function voidInvitationPage(language: PageLanguage, was: 'closed' | 'void'): HtmlPage {
  const messages = mailedLinkMessages(language);
  const [title, text] = was === 'closed' ? messages.closed : messages.voidInvitation;
  return page(language, { title, text, status: 400, main: actions(signIn(language)) });
}
