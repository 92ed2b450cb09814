import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { sha256 } from '../../../src/features/account/secrets.js';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { aPublicApp, oauthAnswer, OauthApp } from '../../support/sign-in/oauth-app.js';
import type { Person } from '../../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';

let t: TestApp;
let tv: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  tv = await aPublicApp(t, { name: 'Television', redirectUris: [], usesDeviceCode: true });
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

interface Codes {
  device_code: string;
  user_code: string;
}

const begin = async (app = tv): Promise<Codes> =>
  (await app.send('/oauth/device', { scope: 'openid offline_access' })).body as Codes;

/** The person types the code of the device, and is before the page that names the application. */
async function typed(userCode: string, browser = new SigningBrowser(t.url)): Promise<SigningBrowser> {
  await browser.open('/device');
  await browser.submit('/device', { user_code: userCode });
  return browser;
}

/** Goes on, signs in where that is asked for, and agrees. */
async function allow(userCode: string, who = person, answer = 'allow'): Promise<SigningBrowser> {
  const browser = await typed(userCode);
  await browser.submit('/device', { confirm: 'yes' });
  await browser.submit('/password', { email: who.email, password: PASSWORD });
  await browser.submit('/consent', { answer });
  return browser;
}

async function expectRefused(device: string, error: string, app = tv): Promise<void> {
  const { status, body, text } = await app.poll(device);
  expect([status, body.error]).toEqual([400, error]);
  expect(text).not.toContain('token"');
}

describe('The code of a device', () => {
  it('gives no tokens before somebody has agreed', async () => {
    const { device_code, user_code } = await begin();
    await expectRefused(device_code, 'authorization_pending');
    const browser = await typed(user_code);
    await browser.submit('/device', { confirm: 'yes' });
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    t.clock.advance(6_000);
    await expectRefused(device_code, 'authorization_pending');
  });

  it('refuses it a second time, and ends what the first has given', async () => {
    const { device_code, user_code } = await begin();
    await allow(user_code);
    const { status, body } = await tv.poll(device_code);
    expect(status).toBe(200);
    expect((await t.api.get('/me', { token: body.access_token })).status).toBe(200);
    await expectRefused(device_code, 'invalid_grant');
    expect((await t.api.get('/me', { token: body.access_token })).status).toBe(401);
  });

  it('gives one answer to two who use it at once', async () => {
    const { device_code, user_code } = await begin();
    await allow(user_code);
    const answers = await Promise.all([1, 2, 3, 4].map(() => tv.poll(device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('refuses it from another application', async () => {
    const { device_code, user_code } = await begin();
    await allow(user_code);
    const other = await aPublicApp(t, { redirectUris: [], usesDeviceCode: true });
    await expectRefused(device_code, 'invalid_grant', other);
    expect((await tv.poll(device_code)).status).toBe(200);
  });

  it('refuses it where somebody has said no, on either page', async () => {
    const [first, second] = [await begin(), await begin()];
    const browser = await typed(first.user_code);
    await browser.submit('/device', { abort: 'yes' });
    await expectRefused(first.device_code, 'access_denied');
    await allow(second.user_code, person, 'deny');
    await expectRefused(second.device_code, 'access_denied');
  });

  it('refuses it after ten minutes, on either side', async () => {
    const { device_code, user_code } = await begin();
    t.clock.advance(601_000);
    const { status, body } = await tv.poll(device_code);
    expect([status, body.error]).toEqual([400, 'expired_token']);
    expect((await typed(user_code)).page!.html).not.toContain('Television');
    t.clock.advance(-601_000);
  });

  it.each<[string, (codes: Codes) => string]>([
    ['its digest', ({ device_code }) => `#${sha256(device_code)}`],
    ['the code that people type', ({ user_code }) => user_code],
    ['one cut short', ({ device_code }) => device_code.slice(0, -1)],
    ['one that was guessed', () => 'x'.repeat(43)],
  ])('refuses %s', async (_, wrong) => {
    const codes = await begin();
    await allow(codes.user_code);
    await expectRefused(wrong(codes), 'invalid_grant');
    expect((await tv.poll(codes.device_code)).status).toBe(200);
  });

  it('refuses an address that is written otherwise, and the digest there', async () => {
    const codes = await begin();
    await allow(codes.user_code);
    for (const path of ['/oauth/token/', '/OAuth/token', '/oauth/TOKEN', '/oauth//token', '/oauth/%74oken']) {
      const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' };
      const { status } = await tv.send(path, { ...fields, device_code: `#${sha256(codes.device_code)}` });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('refuses to be asked for too often', async () => {
    const { device_code } = await begin();
    await expectRefused(device_code, 'authorization_pending');
    await expectRefused(device_code, 'slow_down');
    t.clock.advance(11_000);
    await expectRefused(device_code, 'authorization_pending');
  });

  it('refuses to begin for an application that may not, and for one that was revoked', async () => {
    const web = await aPublicApp(t);
    const { status, body } = await web.send('/oauth/device', { scope: 'openid' });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    const revoked = await aPublicApp(t, { redirectUris: [], usesDeviceCode: true });
    const { device_code, user_code } = await begin(revoked);
    await t.app.get(ApplicationsService).revoke(revoked.clientId);
    expect((await revoked.send('/oauth/device', {})).body.error).toBe('invalid_client');
    expect((await revoked.poll(device_code)).body.error).toBe('invalid_client');
    expect((await typed(user_code)).page!.status).toBe(400);
  });

  it('refuses a redirect for an application that has none', async () => {
    const { status, html } = await new SigningBrowser(t.url).open(new OauthApp(t, tv.clientId).address());
    expect([status, html]).toEqual([400, expect.stringContaining('<code>')]);
  });

  it('refuses it once the person has changed the password', async () => {
    const leaver = await aPersonWithPassword(t);
    const { device_code, user_code } = await begin();
    await allow(user_code, leaver);
    await t.app.get(CredentialsService).setPassword(leaver.userId, 'another one of theirs');
    await expectRefused(device_code, 'invalid_grant');
  });
});

describe('The code that people type', () => {
  const RIGHT = 'BCDF-GHJK';

  it('refuses a second person, and the same one again', async () => {
    const { user_code } = await begin();
    await allow(user_code);
    const { html } = (await typed(user_code)).page!;
    expect(html).not.toContain('Television');
    expect(html).toContain('role="alert"');
  });

  it('refuses a second browser once somebody has gone on', async () => {
    const { user_code } = await begin();
    await (await typed(user_code)).submit('/device', { confirm: 'yes' });
    expect((await typed(user_code)).page!.html).not.toContain('Television');
  });

  it('agrees to nothing by being opened, with the code in the address', async () => {
    const { device_code, user_code } = await begin();
    const browser = new SigningBrowser(t.url);
    await browser.open(`/device?user_code=${user_code}&confirm=yes`);
    await browser.submit('/device');
    expect(browser.page!.html).toContain('Television');
    await expectRefused(device_code, 'authorization_pending');
  });

  it('connects no device without a page that names the application', async () => {
    const { device_code, user_code } = await begin();
    const browser = new SigningBrowser(t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    await typed(user_code, browser);
    const { html } = await browser.submit('/device', { confirm: 'yes' });
    expect(html).toContain('Television');
    expect(html).toContain('/consent"');
    await expectRefused(device_code, 'authorization_pending');
  });

  it('shows nothing of what was typed as a part of the page', async () => {
    for (const evil of ['<b>evil</b>', '"><script>evil()</script>', `${RIGHT}<i>`])
      expect((await typed(evil)).page!.html).not.toMatch(/<b>evil|<script>evil|<i>/);
    const { html } = await new SigningBrowser(t.url).open(
      `/device?user_code=${encodeURIComponent('"><script>evil()</script>')}`,
    );
    expect(html).not.toContain('<script>evil');
  });

  it('refuses more than 30 guesses from one place, even where one is right', async () => {
    const limited = await startAtItsAddress({ trustProxy: 1 });
    const guessing = await aPublicApp(limited, { redirectUris: [], usesDeviceCode: true });
    const { user_code } = (await guessing.send('/oauth/device', {})).body as Codes;
    const browser = new SigningBrowser(limited.url);
    await browser.open('/device');
    for (let guess = 0; guess < 30; guess += 1)
      await browser.submit('/device', { user_code: `BBBB-BB${'BCDFGHJKLM'[guess % 10]}${'BCD'[guess % 3]}` });
    const { html } = await browser.submit('/device', { user_code });
    expect(html).not.toContain('Web App');
    await limited.close();
  });
});

describe('Ids that stand in the database as digests', () => {
  it('refuses them as cookies', async () => {
    const browser = new SigningBrowser(t.url);
    const web = await aPublicApp(t);
    await web.signIn(person, {}, browser);
    const own = `school-directory=${browser.cookie('school-directory')}`;
    const digest = encodeURIComponent(`#${sha256(browser.cookie('oauth_session')!)}`);
    for (const cookie of [
      `${own}; oauth_session=#${sha256(browser.cookie('oauth_session')!)}`,
      `${own}; oauth_session=${digest}`,
    ]) {
      const { headers } = await oauthAnswer(web.address({ prompt: 'none' }), { headers: { cookie } });
      expect(headers.get('location')).toContain('error=login_required');
    }
    const { text } = await oauthAnswer(`${t.url}/sign-in`, {
      headers: { cookie: `school-directory=${sha256(browser.cookie('school-directory')!)}` },
    });
    expect(text).toContain('/password"');
  });
});
