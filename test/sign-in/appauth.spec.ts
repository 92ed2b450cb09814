import { hash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import type { Person } from '../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

/*
 * What AppAuth for iOS and for Android sends (OIDAuthorizationRequest, OIDTokenRequest, OIDEndSessionRequest, and their twins in
 * net.openid.appauth), request by request; it cannot be run here.
 */

const OWN_SCHEME = 'org.example.school:/oauth2redirect';
const WITH_HOST = 'org.example.school://callback';
const APP_LINK = 'https://app.example.org/oauth2redirect';
const LOOPBACK = 'http://127.0.0.1/';
const LOOPBACK_6 = 'http://[::1]/callback';

interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  id_token: string;
}

let t: TestApp;
let person: Person;
let clientId: string;
beforeAll(async () => {
  t = await startAtItsAddress();
  person = await aPersonWithPassword(t);
  const redirectUris = [OWN_SCHEME, WITH_HOST, APP_LINK, LOOPBACK, LOOPBACK_6];
  const application = { name: 'School App', redirectUris, isNative: true };
  ({ clientId } = await t.app.get(ApplicationsService).createPublic(application));
});
afterAll(() => t.close());

/** Of each request anew; 43 to 128 letters. */
const aVerifier = (): string => randomBytes(48).toString('base64url');

/** As `authorizationRequestURL` puts it together. */
function requestOf(verifier: string, more: Record<string, string> = {}): string {
  const asked = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: OWN_SCHEME },
    ...{ scope: 'openid profile email offline_access', state: 'a-state', nonce: 'a-nonce' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
    ...more,
  };
  return `/oauth/authorize?${new URLSearchParams(asked).toString()}`;
}

/** What a person does in the tab of the system's browser. */
async function agree(browser: SigningBrowser, answer = 'allow'): Promise<URL> {
  if (browser.page?.html.includes('type="password"'))
    await browser.submit('/password', { email: person.email, password: PASSWORD });
  expect(browser.page?.html).toContain('School App');
  return (await browser.submit('/consent', { answer })).url;
}

/** As `OIDTokenRequest` sends it: a form, no credentials, the client's id among the fields. */
const post = (fields: Record<string, string>): Promise<Response> =>
  fetch(`${t.url}/oauth/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      accept: 'application/json',
    },
    body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
  });

async function exchange(answer: URL, verifier: string, redirectUri: string): Promise<Tokens> {
  const code = answer.searchParams.get('code') ?? '';
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const response = await post(fields);
  const body = (await response.json()) as Tokens;
  expect([response.status, body]).toEqual([200, expect.anything()]);
  return body;
}

async function signedIn(browser = new SigningBrowser(t.url)): Promise<Tokens> {
  const verifier = aVerifier();
  await browser.open(requestOf(verifier));
  return exchange(await agree(browser), verifier, OWN_SCHEME);
}

describe('the page that asks', () => {
  it.each([
    ['openid offline_access', 'until you end it'],
    ['openid', 'for 15 minutes'],
  ])('says how long %s is signed in', async (scope, said) => {
    const browser = new SigningBrowser(t.url);
    await browser.open(requestOf(aVerifier(), { scope }));
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(browser.page?.html).toContain(`It stays signed in ${said}`);
  });
});

describe('the authorization request', () => {
  it.each<[string, Record<string, string>]>([
    ['with a scheme of its own', {}],
    ['with a scheme of its own and a host, as on Android', { redirect_uri: WITH_HOST }],
    ['with an address that the app has claimed', { redirect_uri: APP_LINK }],
    ['to the machine itself, on whatever port', { redirect_uri: 'http://127.0.0.1:51789/' }],
    ['to the machine itself by IPv6, on whatever port', { redirect_uri: 'http://[::1]:62001/callback' }],
    ['with response_mode=query', { response_mode: 'query' }],
    ['with login_hint', { login_hint: 'maria@example.org' }],
    ['with ui_locales', { ui_locales: 'fr-CA fr en' }],
    ['with display', { display: 'touch' }],
    ['with prompt=login', { prompt: 'login' }],
    ['with prompt=consent', { prompt: 'consent' }],
    ['with prompt="login consent"', { prompt: 'login consent' }],
    ['with max_age', { max_age: '60' }],
    ['with the smallest scope', { scope: 'openid' }],
    ['with a parameter that nobody knows', { audience: 'https://api.example.org' }],
  ])('%s leads to a code, with state and issuer, and to tokens', async (_, more) => {
    const verifier = aVerifier();
    const browser = new SigningBrowser(t.url);
    await browser.open(requestOf(verifier, more));
    const answer = await agree(browser);
    const redirectUri = more['redirect_uri'] ?? OWN_SCHEME;
    expect(answer.href.split('?')[0]).toBe(redirectUri);
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      ...{ state: 'a-state', iss: t.url, code: expect.any(String) },
    });
    const tokens = await exchange(answer, verifier, redirectUri);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    // What OIDIDToken compares: issuer, audience, nonce, times within ten minutes.
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({ iss: t.url, aud: clientId, nonce: 'a-nonce', sub: person.userId });
    expect(Math.abs(claims.iat! - t.clock.now().getTime() / 1000)).toBeLessThan(600);
    expect('refresh_token' in tokens).toBe(more['scope'] !== 'openid');
    expect((await t.api.get('/me', { token: tokens.access_token })).status).toBe(200);
  });

  it('fills in the address of the hint, in the language that it asks for, and lets the form lead to the app', async () => {
    const browser = new SigningBrowser(t.url);
    const more = { login_hint: 'maria@example.org', ui_locales: 'fr-CA fr en' };
    const { html, headers } = await browser.open(requestOf(aVerifier(), more));
    expect(html).toContain('value="maria@example.org"');
    expect(html).toContain('<html lang="fr">');
    expect(headers.get('content-security-policy')).toContain("form-action 'self' org.example.school:");
  });

  it('with prompt=login asks for the password again, and without it for consent alone', async () => {
    const browser = new SigningBrowser(t.url);
    await signedIn(browser);
    // The request says whole seconds, and the sign-in has to be before it.
    await setTimeout(1_100);
    expect((await browser.open(requestOf(aVerifier()))).html).not.toContain('type="password"');
    expect((await browser.open(requestOf(aVerifier(), { prompt: 'login' }))).html).toContain(
      'type="password"',
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['prompt=none, while nobody is signed in', { prompt: 'none' }, 'login_required'],
    ['a response type that there is not', { response_type: 'id_token' }, 'unsupported_response_type'],
  ])('with %s is answered with an error that the app can read', async (_, more, error) => {
    const { url } = await new SigningBrowser(t.url).open(requestOf(aVerifier(), more));
    expect(url.protocol).toBe('org.example.school:');
    const given = new URLSearchParams(url.search || url.hash.slice(1));
    expect(Object.fromEntries(given)).toMatchObject({ error, state: 'a-state', iss: t.url });
  });

  it('ends with access_denied when the person does not allow it', async () => {
    const browser = new SigningBrowser(t.url);
    await browser.open(requestOf(aVerifier()));
    const { searchParams } = await agree(browser, 'deny');
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'a-state' });
  });
});

describe('the refresh request', () => {
  it.each<[string, Record<string, string>]>([
    ['of today', {}],
    ['with a scope that is smaller', { scope: 'openid offline_access' }],
    ['of older releases, with the redirect', { redirect_uri: OWN_SCHEME }],
  ])('%s gives a fresh pair', async (_, more) => {
    const before = await signedIn();
    const response = await post({
      ...{ grant_type: 'refresh_token', refresh_token: before.refresh_token },
      ...more,
    });
    expect(response.status).toBe(200);
    const fresh = (await response.json()) as Tokens;
    expect(fresh.refresh_token).not.toBe(before.refresh_token);
    expect((await t.api.get('/me', { token: fresh.access_token })).status).toBe(200);
  });

  it('fails with invalid_grant for a session that has ended, which AppAuth takes for the end', async () => {
    const { refresh_token } = await signedIn();
    await t.dataSource.query('update user_sessions set revoked_at = now() where user_id = $1', [
      person.userId,
    ]);
    const response = await post({ grant_type: 'refresh_token', refresh_token });
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });
});

describe('the end-session request', () => {
  it('signs out, and leads back to the app with its state', async () => {
    const browser = new SigningBrowser(t.url);
    const { id_token, access_token } = await signedIn(browser);
    const asked = { id_token_hint: id_token, post_logout_redirect_uri: OWN_SCHEME, state: 'bye' };
    await browser.open(`/oauth/sign-out?${new URLSearchParams(asked).toString()}`);
    const { url } = await browser.submit('/oauth/sign-out/confirm', { logout: 'yes' });
    expect(url.href).toBe(`${OWN_SCHEME}?state=bye`);
    expect((await t.api.get('/me', { token: access_token })).status).toBe(401);
  });
});

it('discovery gives every address that AppAuth reads', async () => {
  const answer = await fetch(`${t.url}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
  });
  expect(await answer.json()).toMatchObject({
    issuer: t.url,
    authorization_endpoint: `${t.url}/oauth/authorize`,
    token_endpoint: `${t.url}/oauth/token`,
    end_session_endpoint: `${t.url}/oauth/sign-out`,
    jwks_uri: `${t.url}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
  });
});
