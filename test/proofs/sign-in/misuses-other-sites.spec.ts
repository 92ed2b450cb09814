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

let t: TestApp;
let native: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  native = await aPublicApp(t, {
    redirectUris: ['org.school.app:/cb'],
    isNative: true,
    usesDeviceCode: true,
  });
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

/** What a browser says of a form that was not sent from a page of ours. */
const ELSEWHERE: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' }],
  ['another site that hides where it is', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.org' }],
  ['another site, in an old browser', { origin: 'https://evil.example.org' }],
  ['nowhere, in an old browser', { origin: 'null' }],
  ['a site whose name begins alike, in an old browser', { origin: 'http://127.0.0.1.evil.org' }],
  ['another port, in an old browser', { origin: 'http://127.0.0.1:1' }],
  ['our own site without encryption changed, in an old browser', { origin: 'https://127.0.0.1' }],
];

async function before(page: 'password' | 'consent'): Promise<{ browser: SigningBrowser; path: string }> {
  const browser = new SigningBrowser(t.url);
  await browser.open(native.address());
  if (page === 'consent') await browser.submit('/password', { email: person.email, password: PASSWORD });
  const [, action = ''] = new RegExp(`action="([^"]*)/${page}"`).exec(browser.page!.html) ?? [];
  return { browser, path: action };
}

const hiddenOf = ({ page }: SigningBrowser): [string, string][] =>
  [...page!.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [name!, value!],
  );

const post = (browser: SigningBrowser, path: string, fields: Fields, headers: Record<string, string>) =>
  browser.post(path, new URLSearchParams([...hiddenOf(browser), ...fieldsOf(fields)]), headers);

async function sessions(): Promise<number> {
  const [{ count }] = await t.dataSource.query(
    `select count(*)::int from user_sessions where user_id = $1 and revoked_at is null`,
    [person.userId],
  );
  return count;
}

describe.each(ELSEWHERE)('From %s', (_, headers) => {
  it('refuses a password', async () => {
    const { browser, path } = await before('password');
    const open = await sessions();
    for (const address of [`${path}/password`, '/sign-in/password']) {
      const page = await post(browser, address, { email: person.email, password: PASSWORD }, headers);
      expect([page.status, page.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect(await sessions()).toBe(open);
  });

  it('refuses a code, and to mail one', async () => {
    const { browser, path } = await before('password');
    for (const name of ['code', 'mail-code']) {
      const page = await post(
        browser,
        `${path}/${name}`,
        { challenge: crypto.randomUUID(), code: '123456' },
        headers,
      );
      expect(page.status).toBe(403);
    }
  });

  it('refuses consent', async () => {
    const { browser, path } = await before('consent');
    const open = await sessions();
    const page = await post(browser, `${path}/consent`, { answer: 'allow' }, headers);
    expect([page.status, await sessions()]).toEqual([403, open]);
  });

  it('refuses to sign out', async () => {
    const { browser, path } = await before('consent');
    for (const address of [`${path}/sign-out`, '/sign-in/sign-out'])
      expect((await post(browser, address, {}, headers)).status).toBe(403);
    await browser.open('/oauth/sign-out');
    expect((await post(browser, '/oauth/sign-out/confirm', { logout: 'yes' }, headers)).status).toBe(403);
    expect((await browser.open(native.address())).html).toContain('/consent"');
  });

  it('refuses the code of a device', async () => {
    const { browser } = await before('consent');
    const { user_code } = (await native.send('/oauth/device', { scope: 'openid' })).body;
    await browser.open('/device');
    for (const more of [{}, { confirm: 'yes' }])
      expect((await post(browser, '/device', { user_code, ...more }, headers)).status).toBe(403);
  });
});

describe('A form of ours', () => {
  it.each(['/device', '/oauth/sign-out/confirm'])(
    'refuses to be sent without its token: %s',
    async (path) => {
      const { browser } = await before('consent');
      const { user_code } = (await native.send('/oauth/device', { scope: 'openid' })).body;
      await browser.open('/device');
      await browser.open('/oauth/sign-out');
      const own = { 'sec-fetch-site': 'same-origin', origin: t.url };
      const fields = path === '/device' ? { user_code, confirm: 'yes' } : { logout: 'yes' };
      for (const xsrf of [{}, { xsrf: '' }, { xsrf: 'x'.repeat(48) }]) {
        const { status } = await browser.post(path, fieldsOf({ ...fields, ...xsrf }), own);
        expect(status).toBe(400);
      }
      expect((await browser.open(native.address())).html).toContain('/consent"');
    },
  );

  it.each(['password', 'code', 'mail-code', 'consent', 'sign-out'])('refuses GET: %s', async (name) => {
    const { browser, path } = await before('consent');
    const open = await sessions();
    const query = new URLSearchParams({
      ...{ email: person.email, password: PASSWORD, answer: 'allow' },
      ...Object.fromEntries(hiddenOf(browser)),
    });
    const cookie = `school-directory=${browser.cookie('school-directory')}`;
    const get = (address: string) =>
      oauthAnswer(`${t.url}${address}?${query.toString()}`, { headers: { cookie } });
    expect((await get(`${path}/${name}`)).status).toBe(404);
    // There it is taken for the id of what an application has asked for.
    expect((await get(`/sign-in/${name}`)).status).toBe(400);
    expect(await sessions()).toBe(open);
  });

  it('refuses GET to sign out, and to connect a device', async () => {
    const { browser } = await before('consent');
    const { user_code } = (await native.send('/oauth/device', { scope: 'openid' })).body;
    await browser.open('/oauth/sign-out');
    const token = Object.fromEntries(hiddenOf(browser))['xsrf']!;
    await browser.open(`/oauth/sign-out/confirm?logout=yes&xsrf=${token}`);
    await browser.open(`/device?user_code=${user_code}&confirm=yes&xsrf=${token}`);
    expect((await browser.open(native.address())).html).toContain('/consent"');
    const { body } = await native.poll((await native.send('/oauth/device', {})).body.device_code);
    expect(body.error).toBe('authorization_pending');
  });

  it('signs nobody out without asking, who has signed in for no application', async () => {
    const browser = new SigningBrowser(t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    const { html } = await browser.open('/oauth/sign-out');
    expect(html).not.toContain('.submit()');
    expect(html).toContain('<button class="button" name="logout" value="yes">');
  });
});
