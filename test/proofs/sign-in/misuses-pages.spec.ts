import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../../support/application.factory.js';
import { aPublicApp, oauthAnswer, type OauthApp } from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { type ShownPage, SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

let t: TestApp;
let web: OauthApp;
let native: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t, { name: '<b>Evil</b> App' });
  native = await aPublicApp(t, {
    redirectUris: ['org.school.app:/cb'],
    isNative: true,
    usesDeviceCode: true,
  });
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

type Shown = (browser: SigningBrowser) => Promise<ShownPage>;

const signedIn: Shown = async (browser) => {
  await browser.open(web.address());
  return browser.submit('/password', { email: person.email, password: PASSWORD });
};
const typedCode: Shown = async (browser) => {
  const { user_code } = (await native.send('/oauth/device', {})).body;
  await browser.open('/device');
  return browser.submit('/device', { user_code });
};

/** Each page, and where its forms may lead besides to the site itself. */
const PAGES: [string, Shown, string][] = [
  ['signing in', (browser) => browser.open('/sign-in'), ''],
  ['signing in for an application', (browser) => browser.open(web.address()), ' https://app.example.org'],
  ['signing in for an app on a device', (browser) => browser.open(native.address()), ' org.school.app:'],
  [
    'a wrong password',
    async (browser) => {
      await browser.open(web.address());
      return browser.submit('/password', { email: person.email, password: 'wrong password' });
    },
    ' https://app.example.org',
  ],
  [
    'the second step',
    async (browser) => {
      await browser.open(web.address());
      const { email } = await aPersonWithTwoStep(t);
      return browser.submit('/password', { email, password: PASSWORD });
    },
    ' https://app.example.org',
  ],
  [
    'consent',
    async (browser) => {
      await signedIn(browser);
      return browser.open(native.address());
    },
    ' org.school.app:',
  ],
  ['what is too old', (browser) => browser.open('/sign-in/x'), ''],
  ['an error', (browser) => browser.open('/oauth/authorize?client_id=x'), ''],
  ['the code of a device', (browser) => browser.open('/device'), ''],
  ['a code of a device in the address', (browser) => browser.open('/device?user_code=BBBB-BBBB'), ''],
  ['a device that is named', typedCode, ''],
  [
    'a wrong code of a device',
    async (browser) => {
      await browser.open('/device');
      return browser.submit('/device', { user_code: 'BBBB-BBBB' });
    },
    '',
  ],
  [
    'signing out',
    async (browser) => {
      await signedIn(browser);
      return browser.open('/oauth/sign-out');
    },
    '',
  ],
  [
    'signing out for an application',
    async (browser) => {
      const { id_token } = await web.tokens(person, {}, browser);
      const back = encodeURIComponent(web.redirectUri);
      return browser.open(`/oauth/sign-out?id_token_hint=${id_token}&post_logout_redirect_uri=${back}`);
    },
    ' https://app.example.org',
  ],
  ['signing out where nobody is signed in', (browser) => browser.open('/oauth/sign-out'), ''],
  ['having signed out', (browser) => browser.open('/oauth/sign-out/success'), ''],
];

describe.each(PAGES)('The page of %s', (_, shown, targets) => {
  let page: ShownPage;
  beforeAll(async () => (page = await shown(new SigningBrowser(t.url))));

  it('runs, loads and frames nothing that is not ours, and sends no form elsewhere', () => {
    const policy = new Map(
      (page.headers.get('content-security-policy') ?? '')
        .split(';')
        .map((part) => part.trim().split(/ (.*)/s) as [string, string]),
    );
    expect(policy.get('default-src')).toMatch(/^'(none|self)'$/);
    expect(policy.get('script-src') ?? "'none'").not.toMatch(/unsafe|http|\*/);
    expect(policy.get('form-action')).toBe(`'self'${targets}`);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(page.html).not.toMatch(/(src|href)="?(https?:)?\/\//);
    expect(page.html).not.toContain('<b>Evil');
    expect(page.html).not.toMatch(/\son\w+=/);
  });

  it('stays in no cache, and tells nobody where somebody came from', () => {
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('referrer-policy')).toMatch(/^(strict-origin|no-referrer)$/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('What carries a code or tokens', () => {
  it('stays in no cache, and tells no code as the address that one came from', async () => {
    const { headers } = await signedIn(new SigningBrowser(t.url));
    expect(headers.get('location')).toContain('code=');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('referrer-policy')).toMatch(/^(strict-origin|no-referrer)$/);
    const tokens = await web.exchange(await web.code(person));
    const device = await native.send('/oauth/device', {});
    for (const answer of [tokens, device]) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('stays out of the page of an error', async () => {
    const { access_token, refresh_token } = await web.tokens(person);
    for (const secret of [access_token, refresh_token]) {
      const query = new URLSearchParams({ client_id: secret, id_token_hint: secret, state: secret });
      const { html } = await new SigningBrowser(t.url).open(`/oauth/authorize?${query.toString()}`);
      expect(html).not.toContain(secret);
    }
  });

  it.each(['login_hint', 'ui_locales', 'state', 'nonce', 'display', 'client_id', 'redirect_uri', 'scope'])(
    'becomes no part of a page: %s',
    async (name) => {
      for (const evil of ['"><script>evil()</script>', "'-evil()-'", '</title><b>evil</b>']) {
        const { html } = await new SigningBrowser(t.url).open(web.address({ [name]: evil }));
        expect(html).not.toMatch(/<script>evil|<b>evil/);
      }
    },
  );
});

describe('A page of another origin', () => {
  const EVIL = 'https://evil.example.org';
  const from = (origin: string) => ({ origin });

  it.each([EVIL, 'null', 'http://app.example.org', 'https://app.example.org.evil.org'])(
    'reads no tokens from %s, and spends none',
    async (origin) => {
      const code = await web.code(person);
      const refused = await web.exchange(code, {}, from(origin));
      expect(refused.status).toBe(400);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      expect(refused.text).not.toContain('token"');
      expect((await web.exchange(code, {}, from('https://app.example.org'))).status).toBe(200);
    },
  );

  it('reads nothing that is shown to people, and sends it no cookies', async () => {
    for (const path of ['/sign-in', '/device', '/oauth/sign-out', web.address().slice(t.url.length)]) {
      const { headers } = await oauthAnswer(`${t.url}${path}`, { headers: from(EVIL) });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    for (const path of ['/oauth/token', '/.well-known/openid-configuration']) {
      const { headers } = await oauthAnswer(`${t.url}${path}`, {
        method: 'OPTIONS',
        headers: { ...from(EVIL), 'access-control-request-method': 'POST' },
      });
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});
