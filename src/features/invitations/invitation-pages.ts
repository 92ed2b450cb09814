import { linkPath } from '../../platform/pages/app-links.js';
import type { PageLanguage } from '../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { escapeHtml } from '../../platform/text/html.js';
import { singleLine } from '../../platform/text/shortened.js';
import { mailedLinkMessages } from '../account/links/mailed-link-messages.js';
import {
  actions,
  button,
  error,
  hidden,
  newPassword,
  page,
  pasted,
  signIn,
  messagePage,
} from '../account/links/mailed-link-pages.js';

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
export interface InvitationView {
  secret: string;
  school: { id: string; name: string };
  email: string;
  /** They sign in with a password that they have. */
  hasAccount: boolean;
  /** True where the name of the person is not known yet. */
  asksName: boolean;
}

export function openedInvitationPage(
  language: PageLanguage,
  { secret, school, email, hasAccount, asksName }: InvitationView,
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
export const staleInvitationPage = (language: PageLanguage, secret: string): HtmlPage =>
  messagePage(
    language,
    mailedLinkMessages(language).stale,
    `<form method="post" action="/invitation/renew">
${hidden(secret)}<button class="button">${mailedLinkMessages(language).renew}</button>
</form>`,
    400,
  );

export const renewedInvitationPage = (language: PageLanguage): HtmlPage =>
  messagePage(
    language,
    mailedLinkMessages(language).renewed,
    `<section>\n<p>${mailedLinkMessages(language).linkSentHint}</p>\n</section>`,
  );

/** @param was what the school has taken back, or a link that is none, or was used */
export const voidInvitationPage = (language: PageLanguage, was: 'closed' | 'void'): HtmlPage =>
  messagePage(
    language,
    mailedLinkMessages(language)[was === 'closed' ? 'closed' : 'voidInvitation'],
    actions(signIn(language)),
    400,
  );
