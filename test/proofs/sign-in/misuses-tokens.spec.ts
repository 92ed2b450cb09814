import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anApplication, aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { aPublicApp, type OauthApp, type OauthTokens, REDIRECT } from '../../support/sign-in/oauth-app.js';
import { expectError } from '../../support/errors.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { claimsOf, encoded, headerOf, type Json, resigned, signingKeyOf } from '../../support/tokens.js';

const API = 'urn:school-directory:api';

let t: TestApp;
let app: OauthApp;
let person: Person;
let tokens: OauthTokens;
beforeAll(async () => {
  t = await startAtItsAddress();
  app = await aPublicApp(t);
  person = await aPersonWithPassword(t);
  tokens = await app.tokens(person);
});
afterAll(() => t.close());

const expectRefused = async (token: string): Promise<void> =>
  expectError(await t.api.get('/me', { token }), 401, 'not_authenticated');

const signed = (change: { claims?: Json; header?: Json }, key = signingKeyOf(t)): Promise<string> =>
  resigned(tokens.access_token, key, change);

describe('The API', () => {
  it('takes the token of the authorization server, and none of those below', async () => {
    expect((await t.api.get('/me', { token: tokens.access_token })).status).toBe(200);
    expect(headerOf(tokens.access_token)).toMatchObject({ typ: 'at+jwt' });
    expect(claimsOf(tokens.access_token)).toMatchObject({ iss: t.url, aud: API, sub: person.userId });
  });

  it('refuses an ID token', async () => {
    await expectRefused(tokens.id_token);
  });

  it('refuses an ID token that says it is an access token of the API', async () => {
    await expectRefused(await resigned(tokens.id_token, signingKeyOf(t), { header: { typ: 'at+jwt' } }));
  });

  it('refuses a refresh token and a code', async () => {
    await expectRefused(tokens.refresh_token);
    await expectRefused(await app.code(person));
  });

  it.each<[string, { claims?: Json; header?: Json }]>([
    ['of another issuer', { claims: { iss: 'https://evil.example.org' } }],
    ['of no issuer', { claims: { iss: undefined } }],
    ['of two issuers', { claims: { iss: ['urn:school-directory', 'https://evil.example.org'] } }],
    ['for another audience', { claims: { aud: 'urn:another' } }],
    ['for no audience', { claims: { aud: undefined } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['of no type', { header: { typ: undefined } }],
    ['of the type of a logout', { header: { typ: 'logout+jwt' } }],
    ['of another key', { header: { kid: 'another' } }],
    ['that is over', { claims: { exp: 1 } }],
    ['that never ends', { claims: { exp: undefined } }],
    ['of nobody', { claims: { sub: randomUUID() } }],
    ['of no session', { claims: { sid: undefined } }],
    ['of an unknown session', { claims: { sid: randomUUID() } }],
  ])('refuses one %s, signed by the same key', async (_, change) => {
    await expectRefused(await signed(change));
  });

  it('refuses one for the application', async () => {
    await expectRefused(await signed({ claims: { aud: app.clientId } }));
  });

  it('refuses one with a slash after the issuer', async () => {
    await expectRefused(await signed({ claims: { iss: `${t.url}/` } }));
  });

  it('refuses one in the session of another person', async () => {
    const other = await app.tokens(await aPersonWithPassword(t));
    const { sid, sub } = claimsOf(other.access_token);
    await expectRefused(await signed({ claims: { sid } }));
    await expectRefused(await signed({ claims: { sub } }));
  });

  it('refuses one in the session of a browser, with the subject of another', async () => {
    const victim = await aPersonWithPassword(t);
    await app.tokens(victim);
    const [{ id }] = await t.dataSource.query(
      `select id from user_sessions where user_id = $1 and browser_token_hash is not null`,
      [victim.userId],
    );
    await expectRefused(await signed({ claims: { sid: id } }));
  });

  it.each(['none', 'None', ''])('refuses one with the algorithm "%s"', async (alg) => {
    const [, claims] = tokens.access_token.split('.');
    await expectRefused(`${encoded({ ...headerOf(tokens.access_token), alg })}.${claims}.`);
  });

  it('refuses one that is signed with the public key as a password', async () => {
    const pem = createPublicKey(signingKeyOf(t)).export({ format: 'pem', type: 'spki' }).toString();
    const [, claims] = tokens.access_token.split('.');
    const text = `${encoded({ ...headerOf(tokens.access_token), alg: 'HS256' })}.${claims}`;
    await expectRefused(`${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`);
  });

  it('refuses one that brings its own key along', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await expectRefused(await signed({ header: { jwk: publicKey.export({ format: 'jwk' }) } }, privateKey));
  });
});

describe('Where the browser came from', () => {
  it('names who has answered', async () => {
    const code = await app.signIn(person);
    const refusal = await app.signIn(person, { response_type: 'token', response_mode: 'query' });
    for (const { url } of [code, refusal]) expect(url.searchParams.get('iss')).toBe(t.url);
    const metadata = await (await fetch(`${t.url}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({
      issuer: t.url,
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe('As a hint of who is meant', () => {
  const hints: [string, () => string | Promise<string>][] = [
    ['an access token', () => tokens.access_token],
    ['no token', () => 'evil'],
    [
      'an ID token for another application',
      async () => (await (await aPublicApp(t)).tokens(person)).id_token,
    ],
    [
      'one of another issuer',
      () => resigned(tokens.id_token, signingKeyOf(t), { claims: { iss: 'urn:school-directory' } }),
    ],
    [
      'one that another key has signed',
      () => resigned(tokens.id_token, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, {}),
    ],
    ['one that nobody has signed', () => `${encoded({ alg: 'none' })}.${tokens.id_token.split('.')[1]}.`],
    [
      'an access token of the token operation',
      async () => (await (await anApplication(t)).signIn(person)).body.access_token,
    ],
  ];

  it.each(hints)('refuses %s where an application asks', async (_, make) => {
    const { url } = await app.signIn(person, { id_token_hint: await make() });
    expect(url.searchParams.get('error')).toBe('invalid_request');
  });

  it.each(hints)('refuses %s where somebody signs out', async (_, make) => {
    const query = new URLSearchParams({
      id_token_hint: await make(),
      client_id: app.clientId,
      post_logout_redirect_uri: REDIRECT,
    });
    const { status, url } = await new SigningBrowser(t.url).open(`/oauth/sign-out?${query.toString()}`);
    expect([status, url.origin]).toEqual([400, t.url]);
  });

  it('lets in nobody else than it says, and stops asking', async () => {
    const browser = new SigningBrowser(t.url);
    const other = await aPersonWithPassword(t);
    await app.signIn(other, {}, browser);
    const page = await browser.open(app.address({ id_token_hint: tokens.id_token }));
    expect([page.status, page.url.origin]).toEqual([200, t.url]);
    const again = await browser.submit('/password', { email: other.email, password: PASSWORD });
    expect(again.url.searchParams.has('code')).toBe(false);
    const right = await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(right.url.searchParams.has('code')).toBe(true);
  });
});
