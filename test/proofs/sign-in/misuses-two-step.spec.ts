import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../../support/application.factory.js';
import {
  aPublicApp,
  fieldsOf,
  type Fields,
  oauthAnswer,
  type OauthApp,
} from '../../support/sign-in/oauth-app.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { claimsOf } from '../../support/tokens.js';

let t: TestApp;
let web: OauthApp;
let native: OauthApp;
let person: Awaited<ReturnType<typeof aPersonWithTwoStep>>;
let browser: SigningBrowser;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  native = await aPublicApp(t, {
    redirectUris: ['org.school.app:/cb'],
    isNative: true,
    usesDeviceCode: true,
  });
});
/** The password is given, the second step is owed. */
beforeEach(async () => {
  person = await aPersonWithTwoStep(t);
  browser = new SigningBrowser(t.url);
  await browser.open(web.address());
  await browser.submit('/password', { email: person.email, password: PASSWORD });
});
afterAll(() => t.close());

const codeOf = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) });
const code = (): string => codeOf(person.totpSecret);
const own = () => `school-directory=${browser.cookie('school-directory')}`;

async function grants(userId = person.userId): Promise<number> {
  const [{ count }] = await t.dataSource.query(
    `select count(*)::int from oauth_grants g join user_sessions s on s.id = g.session_id where s.user_id = $1`,
    [userId],
  );
  return count;
}

describe('Before the second step', () => {
  it('sends the browser nowhere back, and gives no code', async () => {
    expect(browser.page!.html).toContain('/code"');
    const { url } = await browser.open(web.address());
    expect(url.origin).toBe(t.url);
    expect(browser.page!.html).toContain('/code"');
    expect(await grants()).toBe(0);
  });

  it('refuses a code without a page', async () => {
    const { url } = await browser.open(web.address({ prompt: 'none' }));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'login_required' });
  });

  it('counts no consent', async () => {
    await browser.open(native.address());
    const uid = browser.page!.url.pathname.split('/')[2]!;
    const { status, headers } = await oauthAnswer(`${t.url}/sign-in/${uid}/consent`, {
      method: 'POST',
      headers: { cookie: `${own()}; oauth_interaction=${uid}`, 'sec-fetch-site': 'same-origin' },
      body: fieldsOf({ answer: 'allow' }),
    });
    expect([status, headers.get('location')]).toEqual([303, `/sign-in/${uid}`]);
    expect(await grants()).toBe(0);
  });

  it('connects no device', async () => {
    const { device_code, user_code } = (await native.send('/oauth/device', { scope: 'openid' })).body;
    await browser.open('/device');
    await browser.submit('/device', { user_code });
    await browser.submit('/device', { confirm: 'yes' });
    expect(browser.page!.html).toContain('/code"');
    expect((await native.poll(device_code)).body.error).toBe('authorization_pending');
  });

  it('refuses the way back that was not earned', async () => {
    const uid = browser.page!.url.pathname.split('/')[2]!;
    const { url } = await browser.open(`/oauth/authorize/${uid}`);
    expect([url.origin, url.searchParams.get('code')]).toEqual([t.url, null]);
  });

  it('shows no account', async () => {
    const { html } = await browser.open('/account');
    expect(html).not.toContain('/account/');
    expect(html).not.toContain('name="current"');
  });
});

describe('The second step', () => {
  it('refuses five wrong codes, ends the session, and then the right one', async () => {
    const fields: Fields = {};
    for (let tried = 0; tried < 5; tried += 1) {
      const { status, html } = await browser.submit('/code', { code: '000000' });
      expect(status).toBe(400);
      if (tried < 4) fields['challenge'] = /name="challenge" value="([^"]*)"/.exec(html)![1]!;
    }
    expect(browser.page!.html).toContain('/password"');
    const uid = browser.page!.url.pathname.split('/')[2]!;
    await browser.post(`/sign-in/${uid}/code`, fieldsOf({ ...fields, code: code() }));
    expect(browser.page!.html).toContain('/password"');
    expect(await grants()).toBe(0);
  });

  it('refuses a code twice', async () => {
    const used = code();
    expect((await browser.submit('/code', { code: used })).url.searchParams.has('code')).toBe(true);
    const second = new SigningBrowser(t.url);
    await second.open(web.address());
    await second.submit('/password', { email: person.email, password: PASSWORD });
    const { status, url } = await second.submit('/code', { code: used });
    expect([status, url.origin]).toEqual([400, t.url]);
  });

  it('refuses a recovery code twice', async () => {
    const [recovery = ''] = person.recoveryCodes;
    expect((await browser.submit('/code', { code: recovery })).url.searchParams.has('code')).toBe(true);
    const second = new SigningBrowser(t.url);
    await second.open(web.address());
    await second.submit('/password', { email: person.email, password: PASSWORD });
    expect((await second.submit('/code', { code: recovery })).status).toBe(400);
    const [, next = ''] = person.recoveryCodes;
    expect((await second.submit('/code', { code: next })).url.searchParams.has('code')).toBe(true);
  });

  it('refuses the codes of somebody else', async () => {
    const other = await aPersonWithTwoStep(t);
    for (const given of [codeOf(other.totpSecret), other.recoveryCodes[0]!])
      expect((await browser.submit('/code', { code: given })).status).toBe(400);
  });

  it('refuses the challenge of another session', async () => {
    const other = new SigningBrowser(t.url);
    await other.open(web.address());
    await other.submit('/password', { email: person.email, password: PASSWORD });
    const foreign = /name="challenge" value="([^"]*)"/.exec(other.page!.html)![1]!;
    const uid = browser.page!.url.pathname.split('/')[2]!;
    const page = await browser.post(`/sign-in/${uid}/code`, fieldsOf({ challenge: foreign, code: code() }));
    expect([page.status, page.url.origin]).toEqual([400, t.url]);
  });

  it.each(['', 'x', crypto.randomUUID(), 'a\0b'])('refuses the challenge %p', async (challenge) => {
    const uid = browser.page!.url.pathname.split('/')[2]!;
    const page = await browser.post(`/sign-in/${uid}/code`, fieldsOf({ challenge, code: code() }));
    expect([page.status, page.url.origin]).toEqual([400, t.url]);
  });

  it('refuses a code without a session', async () => {
    const challenge = /name="challenge" value="([^"]*)"/.exec(browser.page!.html)![1]!;
    const uid = browser.page!.url.pathname.split('/')[2]!;
    const { status, headers } = await oauthAnswer(`${t.url}/sign-in/${uid}/code`, {
      method: 'POST',
      headers: { cookie: `oauth_interaction=${uid}`, 'sec-fetch-site': 'same-origin' },
      body: fieldsOf({ challenge, code: code() }),
    });
    expect([status, headers.get('location')]).toEqual([303, `/sign-in/${uid}`]);
  });

  it.each(['', ' ', '12345', '1234567', 'abcdef', '<b>', '0'.repeat(40)])('refuses %p', async (given) => {
    const { status, html } = await browser.submit('/code', { code: given });
    expect(status).toBe(400);
    expect(html).not.toContain('<b>');
  });

  it('counts as open for a password that is asked for anew', async () => {
    t.clock.advance(-60_000);
    await browser.open('/sign-in');
    await browser.submit('/sign-out');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    await browser.submit('/code', { code: code() });
    t.clock.advance(60_000);
    expect((await browser.open(web.address({ prompt: 'none' }))).url.origin).not.toBe(t.url);
    await browser.open(web.address({ prompt: 'login' }));
    expect(browser.page!.html).toContain('/password"');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(browser.page!.html).toContain('/code"');
  });
});

describe('Once it is turned on', () => {
  it('refuses every session of before, of apps and of browsers', async () => {
    const before = await aPersonWithPassword(t);
    const browsers = [new SigningBrowser(t.url), new SigningBrowser(t.url)];
    const tokens = [];
    for (const one of browsers) tokens.push(await web.tokens(before, {}, one));
    await t.app.get(CredentialsService).setUpTwoStep(before.userId, before.email);
    for (const { access_token, refresh_token } of tokens) {
      expect((await t.api.get('/me', { token: access_token })).status).toBe(401);
      expect((await web.refresh(refresh_token)).status).toBe(400);
    }
    for (const one of browsers) {
      const { url } = await one.open(web.address({ prompt: 'none' }));
      expect(url.searchParams.get('error')).toBe('login_required');
      expect((await one.open(web.address())).html).toContain('/password"');
    }
  });

  it('says of no browser that both steps were done, where only one was', async () => {
    const before = await aPersonWithPassword(t);
    const first = await web.tokens(before);
    expect(claimsOf(first.id_token)['amr'] ?? []).not.toContain('mfa');
  });
});
