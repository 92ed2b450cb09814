import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { BrowserSession } from '../account/sessions/browser-sessions.service.js';
import { isUuid } from '../../platform/text/uuid.js';
import { PROTECTED_RESOURCES } from '../../platform/http/protected-resources.js';
import { TOKEN_AUDIENCE } from './tokens/access-token.js';

/** The scope that stands for the API. */
export const API_SCOPE = 'directory';

/**
 * What an application may name as its `resource` (RFC 8707): whichever it is, it gets the same tokens, which are good for all of
 * them. The bare address is also written with a slash.
 */
export const resourcesOf = (site: string): string[] => [
  TOKEN_AUDIENCE,
  ...PROTECTED_RESOURCES.map((path) => site + path),
  `${site}/`,
];

export interface GrantedTo {
  clientId: string;
  accountId: string;
  /** Separated by blanks, as it was asked for. */
  scope: string;
}

/** A text among the parameters of a request. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The request of an application that waits for the person: checked `params`; `iat` in seconds since 1970. */
export interface Interaction {
  uid: string;
  iat: number;
  prompt: { name: string; reasons: string[] };
  params: Record<string, unknown>;
}

/** A new one for each sign-in: it is a session. */
export async function newGrant(
  provider: Provider,
  { clientId, accountId, scope }: GrantedTo,
): Promise<string> {
  const grant = new provider.Grant({ clientId, accountId });
  grant.jti = randomUUID();
  grant.addOIDCScope(scope);
  for (const resource of resourcesOf(provider.issuer)) grant.addResourceScope(resource, API_SCOPE);
  await grant.save();
  return grant.jti;
}

/**
 * The grant of the page on which the person has agreed; else, for an application in a browser that the operator has registered,
 * a new one: the operator has agreed.
 */
export async function loadGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, account, result, params, prompts } = ctx.oidc;
  const agreed = result?.consent?.grantId;
  if (agreed) return provider.Grant.find(agreed);
  const isRegistered = client !== undefined && isUuid(client.clientId);
  const mustAsk = !isRegistered || client.applicationType === 'native' || prompts.has('consent');
  const isPending = prompts.has('login') && !result?.login;
  if (!client || !account || mustAsk || isPending) return undefined;
  const { clientId } = client;
  const id = await newGrant(provider, {
    ...{ clientId, accountId: account.accountId },
    scope: textOf(params?.['scope']),
  });
  return provider.Grant.find(id);
}

/**
 * The API is given unasked, and a refresh token to whoever asks, without another page: the operator has agreed (OpenID Connect Core,
 * section 11).
 */
export function withApiScope(ctx: KoaContextWithOIDC): void {
  const { params } = ctx.oidc;
  if (!params) return;
  const scopes = new Set(textOf(params['scope']).split(' ')).add(API_SCOPE);
  if (requestedScope(ctx).split(' ').includes('offline_access')) scopes.add('offline_access');
  scopes.delete('');
  params['scope'] = [...scopes].join(' ');
}

/** The requested scope before the library has judged it: from the query, a form, or a pushed request (RFC 9126). */
function requestedScope({ oidc, query }: KoaContextWithOIDC): string {
  const pushed = oidc.entities.PushedAuthorizationRequest?.request;
  if (!pushed) return textOf((oidc.body ?? query)['scope']);
  const payload = Buffer.from(pushed.split('.')[1] ?? '', 'base64url').toString();
  return textOf((JSON.parse(payload) as Record<string, unknown>)['scope']);
}

/** Pages of an application that has no secret ask by themselves (Fetch standard, section 3.2). */
export const isOriginOf = (client: Client, origin: string): boolean =>
  client.clientAuthMethod === 'none' &&
  origin !== 'null' &&
  (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin);

/** The application wants the password now, or not longer ago than it says, or somebody else (OpenID Connect Core, section 3.1.2.1). */
export function mustSignInAgain({ prompt, iat, params }: Interaction, session: BrowserSession): boolean {
  const hint = params['id_token_hint'];
  // It was verified before anything was asked.
  if (typeof hint === 'string' && decodeJwt(hint).sub !== session.userId) return true;
  const wanted = prompt.reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age');
  return wanted && session.signedInAt.getTime() < iat * 1000;
}

/** How the person has signed in, as ID tokens say it. */
export const loginOf = ({ userId, amr, signedInAt, twoStepAt }: BrowserSession) => ({
  accountId: userId,
  amr,
  // Seconds since 1970.
  ts: Math.floor(Math.max(signedInAt.getTime(), twoStepAt?.getTime() ?? 0) / 1000),
  remember: false,
});
