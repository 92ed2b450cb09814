import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { languageOf } from '../../platform/pages/form-page-errors.js';
import {
  FORM_REFERRER_POLICY,
  htmlPage,
  type PageContent,
  pagePolicy,
} from '../../platform/pages/html-page.js';
import { escapeHtml } from '../../platform/text/html.js';
import { currentOauthRequest } from './oauth-request.js';
import { signInMessages, type SignInMessages } from '../account/pages/sign-in-messages.js';

/*
 * Pages that the authorization server's library needs by itself: the code of a device, signing out, and errors that it
 * cannot send to an application.
 */

type Content = Omit<PageContent, 'language' | 'isNarrow'>;

/** @param formTargets origins, of addresses that are the application's own */
function show(
  ctx: KoaContextWithOIDC,
  write: (messages: SignInMessages) => Content,
  formTargets: string[] = [],
): void {
  const language = languageOf(ctx.req);
  const content = write(signInMessages(language));
  ctx.type = 'html';
  ctx.set({
    'Content-Security-Policy': pagePolicy({ formTargets, ...(content.script && { hasScript: true }) }),
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': FORM_REFERRER_POLICY,
    'X-Robots-Tag': 'noindex',
  });
  ctx.body = htmlPage({ language, ...content, isNarrow: true });
}

/** Where the form ends, after signing out; it was checked to be the application's own. */
function afterSignOut({ oidc }: KoaContextWithOIDC): string[] {
  const uri = oidc.params?.['post_logout_redirect_uri'];
  return typeof uri === 'string' ? [originOf(uri)] : [];
}

/** Origin of a redirect for CSP; the scheme alone for an app's own scheme, which has no origin. */
export function originOf(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === 'null' ? protocol : origin;
}

const lede = (text: string, role = ''): string => `<p class="lede"${role && ` role="${role}"`}>${text}</p>`;

// Bounded: a form of the library's own, at most 16 kB, in which each value has its end.
const [USER_CODE, TOKEN] = ['user_code', 'xsrf'].map(
  (name) => new RegExp(`name="${name}" value="([^"]*)"`),
) as [RegExp, RegExp];

// Bounded: a form of the library's own, at most 16 kB, in which each tag has its end.
const HIDDEN = /<input type="hidden"[^>]*>/g;
const SIGN_OUT_CONFIRM = '/oauth/sign-out/confirm';

/** The library's form has the token against forged requests and, when there is one, the code. */
const hidden = (form: string): string =>
  `<input type="hidden" name="xsrf" value="${TOKEN.exec(form)?.[1] ?? ''}">`;

/** A form that a script sends; where none runs there is a button, in the language of who sees it. */
const selfSending = (action: string, form: string, { continue: go }: SignInMessages) => ({
  lede: '',
  main: `<section><form method="post" action="${action}">${(form.match(HIDDEN) ?? []).join('')}
<button class="button">${go}</button></form></section>`,
  script: 'continue.js',
});

const nameOf = (ctx: KoaContextWithOIDC): string =>
  `<bdi>${escapeHtml(ctx.oidc.client?.clientName ?? '')}</bdi>`;

export const devicePages = {
  userCodeInputSource(ctx: KoaContextWithOIDC, form: string, _out?: ErrorOut, error?: Error): void {
    const request = currentOauthRequest();
    if (error) request.deviceFault = error.name === 'AbortedError' ? 'deviceStopped' : 'deviceWrong';
    const { deviceFault } = request;
    if (deviceFault === 'deviceWrong') ctx.status = 400;
    show(ctx, (messages) => {
      const wrong = deviceFault && messages[deviceFault];
      return {
        title: messages.device,
        lede: lede(messages.deviceHint),
        main: `<section><form method="post" action="/device">${hidden(form)}
${wrong ? `<p class="error" role="alert">${wrong}</p>` : ''}
<label for="user_code">${messages.deviceCode}</label>
<input id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20">
<button class="button">${messages.continue}</button></form></section>`,
      };
    });
  },

  userCodeConfirmSource(
    ctx: KoaContextWithOIDC,
    form: string,
    _client: unknown,
    _device: unknown,
    code: string,
  ): void {
    show(ctx, (messages) => ({
      title: messages.device,
      heading: messages.deviceConfirm(nameOf(ctx)),
      lede: lede(messages.deviceSame),
      main: `<section><p><code>${escapeHtml(code)}</code></p>
<form class="actions" method="post" action="/device">${hidden(form)}
<input type="hidden" name="user_code" value="${USER_CODE.exec(form)?.[1] ?? ''}">
<button class="button" name="confirm" value="yes">${messages.continue}</button>
<button class="plain" name="abort" value="yes">${messages.deny}</button></form></section>`,
    }));
  },

  /** The code stood in the address. */
  codeGiven(ctx: KoaContextWithOIDC, form: string): void {
    show(ctx, (messages) => ({ title: messages.device, ...selfSending('/device', form, messages) }));
  },

  successSource(ctx: KoaContextWithOIDC): void {
    show(ctx, ({ deviceDone: [title, text] }) => ({ title, lede: lede(text), main: '' }));
  },
};

export const signOutPages = {
  logoutSource(ctx: KoaContextWithOIDC, form: string): void {
    const write = (messages: SignInMessages): Content => ({
      title: messages.signOutTitle,
      lede: lede(messages.signOutText),
      main: `<section><form class="actions" method="post" action="${SIGN_OUT_CONFIRM}">${hidden(form)}
<button class="button" name="logout" value="yes">${messages.signOutYes}</button>
<button class="plain">${messages.signOutNo}</button></form></section>`,
    });
    show(ctx, write, afterSignOut(ctx));
  },

  /** The page for a browser without a session, which cannot be asked. */
  nobodySignedIn(ctx: KoaContextWithOIDC, form: string): void {
    const write = (messages: SignInMessages): Content => ({
      title: messages.signOutTitle,
      ...selfSending(SIGN_OUT_CONFIRM, form, messages),
    });
    show(ctx, write, afterSignOut(ctx));
  },

  postLogoutSuccessSource(ctx: KoaContextWithOIDC): void {
    show(ctx, ({ signedOut: [title, text] }) => ({ title, lede: lede(text), main: '' }));
  },
};

/** The error for the maker of the application: codes and texts of the standard, nothing of the request. */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const details = [out.error, out.error_description].filter((part) => part !== undefined).join(': ');
  show(ctx, ({ error: [title, text] }) => ({
    title,
    lede: lede(text, 'alert'),
    main: `<section><p><code>${escapeHtml(details)}</code></p></section>`,
  }));
}
