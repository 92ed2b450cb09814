import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import {
  aPublicApp,
  type Fields,
  fieldsOf,
  oauthAnswer,
  type OauthApp,
} from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

const FORM = 'application/x-www-form-urlencoded';

let t: TestApp;
let web: OauthApp;
let person: Person;
/** Without it the page of a device begins anew. */
let cookie: string;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  person = await aPersonWithPassword(t);
  const browser = new SigningBrowser(t.url);
  await browser.open('/device');
  cookie = `oauth_session=${browser.cookie('oauth_session')}`;
});
afterAll(() => t.close());

const send = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  oauthAnswer(`${t.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': FORM, 'sec-fetch-site': 'same-origin', cookie, ...headers },
    body,
  });

const rightForm = () => fieldsOf({ email: person.email, password: PASSWORD }).toString();
const exchangeForm = (code: string): string =>
  fieldsOf({
    ...{ grant_type: 'authorization_code', client_id: web.clientId, code },
    ...{ redirect_uri: web.redirectUri, code_verifier: web.verifier },
  }).toString();

const TYPES: [string, string][] = [
  ['plain text', 'text/plain'],
  ['JSON', 'application/json'],
  ['a form with files', 'multipart/form-data; boundary=x'],
  ['a type that nobody knows', 'application/x-evil'],
  ['a type that is none', 'evil'],
  ['XML', 'application/xml'],
];

describe('A body', () => {
  it.each(TYPES)('counts as no form of signing in as %s', async (_, type) => {
    const { status, headers } = await send('/sign-in/password', rightForm(), { 'content-type': type });
    expect([status, headers.get('location')]).toEqual([303, '/sign-in']);
    expect(headers.getSetCookie().filter((line) => line.startsWith('school-directory='))).toEqual([]);
  });

  it.each(TYPES)('counts as no request for tokens as %s', async (_, type) => {
    const code = await web.code(person);
    const { status, body } = await send('/oauth/token', exchangeForm(code), { 'content-type': type });
    expect([status, body?.error]).toEqual([400, 'invalid_request']);
    expect((await web.exchange(code)).status).toBe(200);
  });

  it.each([
    '/sign-in/password',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/par',
    '/oauth/device',
    '/device',
    '/oauth/sign-out/confirm',
  ])('refuses a form that is too large: %s', async (path) => {
    const { status } = await send(path, `${rightForm()}&evil=${'x'.repeat(100_000)}`);
    expect(path === '/device' ? [303] : [400, 413]).toContain(status);
  });

  it.each(['/sign-in/password', '/oauth/token', '/device'])(
    'refuses a form of a thousand fields: %s',
    async (path) => {
      const many = Array.from({ length: 1000 }, (_, at) => `f${at}=x`).join('&');
      const { status } = await send(path, `${many}&${rightForm()}`);
      expect(path === '/device' ? [303] : [400, 413]).toContain(status);
    },
  );

  it.each(['/sign-in/password', '/oauth/token'])(
    'refuses one that unpacks to much more: %s',
    async (path) => {
      const packed = gzipSync(`${rightForm()}&evil=${'x'.repeat(10_000_000)}`);
      const { status, headers } = await send(path, packed, {
        'content-encoding': 'gzip',
      });
      expect([400, 413, 415]).toContain(status);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  it.each([
    ['an encoding that nobody knows', { 'content-encoding': 'evil' }],
    ['a set of characters that nobody knows', { 'content-type': `${FORM}; charset=evil` }],
  ])('refuses %s', async (_, headers) => {
    for (const path of ['/sign-in/password', '/oauth/token']) {
      const { status } = await send(path, rightForm(), headers);
      expect([path, status < 500 && status >= 400]).toEqual([path, true]);
    }
  });

  it.each([
    'email[]=a&email[]=b&password[x]=y',
    '__proto__=x&constructor=y&prototype=z&toString=w',
    '%=%&%%%=1&email=%ff%fe&password=%00',
    'email=a%00b@example.org&password=x%00',
    'challenge=%00&code=%00&user_code=%00&token=%00&client_id=%00',
    '&&&===&=&',
    '\0\0\0',
    'email=a&email=b&password=c&password=d',
  ])('survives what is in it: %p', async (body) => {
    for (const path of [
      '/sign-in/password',
      '/sign-in/code',
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/par',
      '/oauth/device',
      '/device',
      '/oauth/sign-out/confirm',
    ]) {
      const { status } = await send(path, body);
      expect([path, status < 500]).toEqual([path, true]);
    }
  });

  it('refuses no body at all', async () => {
    for (const path of [
      '/sign-in/password',
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/par',
      '/oauth/device',
    ]) {
      const { status } = await oauthAnswer(`${t.url}${path}`, { method: 'POST' });
      expect([path, status]).toEqual([path, path === '/sign-in/password' ? 303 : 400]);
    }
  });

  it('fails with an email or a password that is too long', async () => {
    for (const fields of [{ email: 'x'.repeat(20_000) }, { password: 'x'.repeat(20_000) }] as Fields[]) {
      const form = { email: person.email, password: PASSWORD, ...fields };
      const { status, headers } = await send('/sign-in/password', fieldsOf(form).toString());
      expect([status, headers.get('location')]).toEqual([303, '/sign-in']);
    }
  });
});

describe('What an application asks for', () => {
  it.each<[string, Fields]>([
    ['a zero byte', { state: 'a\0b' }],
    ['a zero byte in a hint', { login_hint: 'a\0b' }],
    ['a zero byte in a nonce', { nonce: '\0' }],
    ['half a character', { state: '\ud800' }],
    ['a long state', { state: 'x'.repeat(8_000) }],
    ['many scopes', { scope: 'x '.repeat(2_000) }],
    ['odd languages', { ui_locales: '../../etc/passwd \u202e' }],
    ['a language that is an object’s', { ui_locales: '__proto__ constructor' }],
  ])('survives %s', async (_, asked) => {
    const browser = new SigningBrowser(t.url);
    expect((await browser.open(web.address(asked))).status).toBeLessThan(500);
    if (browser.page!.html.includes('/password"'))
      expect(
        (await browser.submit('/password', { email: person.email, password: PASSWORD })).status,
      ).toBeLessThan(500);
  });
});

describe('Another method', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    for (const path of [
      '/oauth/authorize',
      '/oauth/token',
      '/oauth/revoke',
      '/device',
      '/sign-in',
      '/oauth/sign-out',
      '/sign-in/password',
    ])
      expect((await oauthAnswer(`${t.url}${path}`, { method })).status).toBe(404);
  });

  it('gives nothing by HEAD that GET counts', async () => {
    const flooded = await startAtItsAddress();
    const app = await aPublicApp(flooded);
    const statuses = new Set<number>();
    for (let round = 0; round < 90; round += 1) {
      const asked = ['HEAD', 'GET'].flatMap((method) =>
        [app.address(), `${flooded.url}/device`, `${flooded.url}/oauth/sign-out`].map((url) =>
          oauthAnswer(url, { method }),
        ),
      );
      const posted = [app.send('/oauth/par', {}), app.send('/oauth/device', {})];
      for (const { status } of await Promise.all([...asked, ...asked, ...posted])) statuses.add(status);
    }
    const [{ rows }] = await flooded.dataSource.query(`select count(*)::int as rows from oauth_artifacts`);
    await flooded.close();
    expect(rows).toBeLessThanOrEqual(1000);
  });

  it.each([
    '/oauth/authorize/',
    '/OAuth/authorize',
    '/oauth/token/',
    '/oauth/TOKEN',
    '/Device',
    '/oauth/sign-out/',
    '/oauth/sign-out/CONFIRM',
    '/.WELL-KNOWN/openid-configuration',
  ])('refuses an address that is written otherwise: %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await oauthAnswer(`${t.url}${path}`, {
        method,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(status).toBe(404);
    }
  });
});
