import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Language } from '../../platform/messages/languages.js';
import { languageOf } from '../../platform/pages/form-page-errors.js';
import { FORM_REFERRER_POLICY, pagePolicy } from '../../platform/pages/html-page.js';
import { htmlPage } from '../../platform/pages/page.view.js';
import { decodedEntities } from '../../platform/rich-text/plain-text.js';
import {
  deviceCodePage,
  deviceConfirmationPage,
  deviceDonePage,
  oauthErrorPage,
  type OauthPage,
  selfSendingPage,
  signedOutPage,
  signOutPage,
} from './oauth-pages.view.js';
import { currentOauthRequest } from './oauth-request.js';

/*
 * Pages that the authorization server's library needs by itself: the code of a device, signing out, and errors that it
 * cannot send to an application.
 */

/** @param formTargets origins, of addresses that are the application's own */
function show(
  ctx: KoaContextWithOIDC,
  page: (language: Language) => OauthPage,
  formTargets: string[] = [],
): void {
  const language = languageOf(ctx.req);
  const content = page(language);
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

// Bounded: a form of the library's own, at most 16 kB, in which each value has its end.
const HIDDEN = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
const SIGN_OUT_CONFIRM = '/oauth/sign-out/confirm';

/** The library's form has the token against forged requests and, when there is one, the code. */
const hiddenFields = (form: string): [name: string, value: string][] =>
  [...form.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, decodedEntities(value)]);

const hiddenValue = (form: string, name: string): string =>
  hiddenFields(form).find((field) => field[0] === name)?.[1] ?? '';

const DEVICE_FAULTS = {
  deviceStopped: 'signIn.deviceStopped',
  deviceWrong: 'signIn.deviceWrong',
} as const;

export const devicePages = {
  userCodeInputSource(ctx: KoaContextWithOIDC, form: string, _out?: ErrorOut, error?: Error): void {
    const request = currentOauthRequest();
    if (error) request.deviceFault = error.name === 'AbortedError' ? 'deviceStopped' : 'deviceWrong';
    const { deviceFault } = request;
    if (deviceFault === 'deviceWrong') ctx.status = 400;
    const fault = deviceFault && DEVICE_FAULTS[deviceFault];
    show(ctx, (language) => deviceCodePage(language, { token: hiddenValue(form, 'xsrf'), fault }));
  },

  userCodeConfirmSource(
    ctx: KoaContextWithOIDC,
    form: string,
    _client: unknown,
    _device: unknown,
    code: string,
  ): void {
    const device = {
      ...{ token: hiddenValue(form, 'xsrf'), code, userCode: hiddenValue(form, 'user_code') },
      application: ctx.oidc.client?.clientName ?? '',
    };
    show(ctx, (language) => deviceConfirmationPage(language, device));
  },

  /** The code stood in the address. */
  codeGiven(ctx: KoaContextWithOIDC, form: string): void {
    const sent = { action: '/device', fields: hiddenFields(form) };
    show(ctx, (language) => selfSendingPage(language, 'signIn.device', sent));
  },

  successSource: (ctx: KoaContextWithOIDC): void => show(ctx, deviceDonePage),
};

export const signOutPages = {
  logoutSource(ctx: KoaContextWithOIDC, form: string): void {
    const sent = { action: SIGN_OUT_CONFIRM, token: hiddenValue(form, 'xsrf') };
    show(ctx, (language) => signOutPage(language, sent), afterSignOut(ctx));
  },

  /** The page for a browser without a session, which cannot be asked. */
  nobodySignedIn(ctx: KoaContextWithOIDC, form: string): void {
    const sent = { action: SIGN_OUT_CONFIRM, fields: hiddenFields(form) };
    show(ctx, (language) => selfSendingPage(language, 'signIn.signOutTitle', sent), afterSignOut(ctx));
  },

  postLogoutSuccessSource: (ctx: KoaContextWithOIDC): void => show(ctx, signedOutPage),
};

/** The error for the maker of the application: codes and texts of the standard, nothing of the request. */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const details = [out.error, out.error_description].filter((part) => part !== undefined).join(': ');
  show(ctx, (language) => oauthErrorPage(language, details));
}
