import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import { htmlPage, type HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import type { SampleAccount } from '../../account/sample-accounts.js';
import { ACCESS_TTL } from '../tokens/token-pairs.service.js';
import { sayIn } from '../../account/pages/account-messages.js';
import { signInMessages } from '../../account/pages/sign-in-messages.js';

/** Purpose of a page of signing in. */
export interface SignInPage {
  language: PageLanguage;
  /** Path of its forms: `/sign-in`, or with the id of the authorization request. */
  path: string;
  /** Name of the application that one goes on to; null: to the account. */
  application: string | null;
  /** Origins that the forms lead to in the end. */
  formTargets: string[];
  /** Accounts that anybody may sign in with. */
  samples?: SampleAccount[];
}

const alert = (text: string | null): string =>
  text === null ? '' : `<p class="error" role="alert">${text}</p>\n`;

const nameIn = (application: string): string => `<bdi>${escapeHtml(application)}</bdi>`;

function page(
  { language, application, formTargets }: SignInPage,
  content: { title: string; text?: string; main: string; script?: string; status?: number },
): HtmlPage {
  const { title, main, script } = content;
  const messages = signInMessages(language);
  const text = content.text ?? (application === null ? '' : messages.signInFor(nameIn(application)));
  return {
    status: content.status ?? 200,
    policy: { formTargets, ...(script !== undefined && { hasScript: true as const }) },
    html: htmlPage({
      ...{ language, title, main, isNarrow: true as const },
      lede: text ? `<p class="lede">${text}</p>` : '',
      ...(script !== undefined && { script }),
    }),
  };
}

/** The script shows it where there are passkeys; its value is where one goes on. */
const passkeyButton = ({ language, path }: SignInPage): string =>
  `<button class="plain" id="passkey" type="button" value="${path}" hidden>${signInMessages(language).usePasskey}</button>`;

const passkeyFailed = ({ language }: SignInPage): string =>
  `<p id="passkey-failed" class="error" role="alert" hidden>${sayIn(language)('passkeyFailed')}</p>`;

/** @param failed the address or the password was wrong */
export function passwordPage(
  about: SignInPage,
  { email = '', failed = false }: { email?: string | undefined; failed?: boolean } = {},
): HtmlPage {
  const messages = signInMessages(about.language);
  return page(about, {
    title: messages.signIn,
    script: 'passkey.js',
    ...(failed && { status: 400 }),
    main: `<section>
<form method="post" action="${about.path}/password">
${alert(failed ? messages.wrong : null)}<label for="email">${messages.email}</label>
<input id="email" name="email" type="email" value="${escapeHtml(email)}" autocomplete="username webauthn" required maxlength="254"${email ? '' : ' autofocus'}>
<label for="password">${messages.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"${email ? ' autofocus' : ''}>
${passkeyFailed(about)}
<div class="actions"><button class="button">${messages.signIn}</button>
${passkeyButton(about)}</div>
</form>
</section>
<p><a href="/password/forgotten">${messages.forgotten}</a></p>
${about.samples?.length ? samplesSection(about, about.samples) : ''}`,
  });
}

/** A form for every sample account, to sign in with one click. */
function samplesSection({ language, path }: SignInPage, samples: SampleAccount[]): string {
  const [title, text] = signInMessages(language).samples;
  const forms = samples.map(
    ({ email, password }) => `<form method="post" action="${path}/password">
<input type="hidden" name="password" value="${escapeHtml(password)}">
<button class="plain" name="email" value="${escapeHtml(email)}">${escapeHtml(email)}</button></form>`,
  );
  return `<section aria-labelledby="samples"><h2 id="samples">${title}</h2>
<p>${text}</p>
<div class="actions">${forms.join('\n')}</div></section>`;
}

/** @param challenge null: none is open, and a code can be mailed, as it can to nobody who has another second step */
export function codePage(
  about: SignInPage,
  challenge: { id: string; method: 'totp' | 'email' } | null,
  { email, failed }: { email: string; failed: boolean },
): HtmlPage {
  const messages = signInMessages(about.language);
  const isMailed = challenge?.method === 'email';
  const address = `<bdi>${escapeHtml(email)}</bdi>`;
  return page(about, {
    title: messages.secondStep,
    text: challenge === null ? address : isMailed ? messages.codeFromMail(address) : messages.codeFromApp,
    script: 'passkey.js',
    ...(failed && { status: 400 }),
    main: `${challenge === null ? '' : codeForm(about, challenge, failed)}${passkeyFailed(about)}<div class="actions">
${passkeyButton(about)}
${challenge === null ? `<form method="post" action="${about.path}/mail-code"><button class="button">${messages.mailCode}</button></form>` : ''}
<form method="post" action="${about.path}/sign-out"><button class="plain">${messages.someoneElse}</button></form></div>
${challenge?.method === 'totp' ? `<p class="hint">${messages.lostDevice}</p>` : ''}`,
  });
}

function codeForm(
  { language, path }: SignInPage,
  { id, method }: { id: string; method: string },
  failed: boolean,
): string {
  const messages = signInMessages(language);
  return `<section>
<form method="post" action="${path}/code">
${alert(failed ? messages.wrongCode : null)}<input type="hidden" name="challenge" value="${escapeHtml(id)}">
<input type="hidden" name="method" value="${method}">
<label for="code">${messages.code} <span class="hint">${messages.orRecoveryCode}</span></label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40" autofocus>
<button class="button">${messages.continue}</button>
</form>
</section>
`;
}

/**
 * For an application that is not known to be what it says (RFC 8252, section 8.6), or that asks for it.
 * @param session of the person who is asked
 * @param isRenewed whether the application gets a refresh token
 */
export function consentPage(
  about: SignInPage & { application: string },
  session: { id: string; email: string },
  isRenewed: boolean,
): HtmlPage {
  const messages = signInMessages(about.language);
  const application = nameIn(about.application);
  return page(about, {
    title: messages.allowTitle(about.application),
    text: messages.allowText(application, `<bdi>${escapeHtml(session.email)}</bdi>`),
    main: `<section>
<p>${messages.allowAccess} ${isRenewed ? messages.allowLonger : messages.allowMinutes(ACCESS_TTL / 60)}</p>
<form class="actions" method="post" action="${about.path}/consent">
<input type="hidden" name="session" value="${escapeHtml(session.id)}">
<button class="button" name="answer" value="allow">${messages.allow}</button>
<button class="plain" name="answer" value="deny">${messages.deny}</button>
</form>
</section>
<form method="post" action="${about.path}/sign-out"><button class="plain">${messages.someoneElse}</button></form>`,
  });
}

/** The page belongs to nothing that is under way in this browser. */
export function tooOldPage(language: PageLanguage): HtmlPage {
  const [title, text] = signInMessages(language).tooOld;
  return page(
    { language, path: '/sign-in', application: null, formTargets: [] },
    { title, text, status: 400, main: '' },
  );
}
