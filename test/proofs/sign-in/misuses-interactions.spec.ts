import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
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
let web: OauthApp;
let native: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  native = await aPublicApp(t, { name: 'Device App', redirectUris: ['org.school.app:/cb'], isNative: true });
  person = await aPersonWithPassword(t);
});
afterAll(() => t.close());

/** A browser before the page of signing in. @returns with the id of what was asked for */
async function asked(app: OauthApp, changed: Fields = {}, browser = new SigningBrowser(t.url)) {
  const { url } = await browser.open(app.address(changed));
  const uid = url.pathname.split('/')[2] ?? '';
  return { browser, uid };
}

/** A browser before the page that asks whether the application may. */
async function beforeConsent(who = person) {
  const { browser } = await asked(native);
  const { url, html } = await browser.submit('/password', { email: who.email, password: PASSWORD });
  const session = /name="session" value="([^"]*)"/.exec(html)?.[1];
  return { browser, uid: url.pathname.split('/')[2] ?? '', allow: { session, answer: 'allow' } };
}

const right = (who: { email: string } = person) => ({ email: who.email, password: PASSWORD });

/** A form as our own page sends it, with these cookies and no others; nothing is followed. */
const post = (path: string, fields: Fields, cookies: Record<string, string | undefined> = {}) =>
  oauthAnswer(`${t.url}${path}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
    body: fieldsOf(fields),
  });

const interactionOf = (uid: string) => ({ oauth_interaction: uid });
const sessionOf = (browser: SigningBrowser) => ({ 'school-directory': browser.cookie('school-directory') });

async function sessionsOf({ userId }: Person): Promise<number> {
  const [{ count }] = await t.dataSource.query(
    `select count(*)::int from user_sessions where user_id = $1 and revoked_at is null`,
    [userId],
  );
  return count;
}

function expectTooOld({ status, text, headers }: Awaited<ReturnType<typeof post>>): void {
  expect([status, headers.getSetCookie(), headers.get('location')]).toEqual([400, [], null]);
  expect(text).not.toContain('<form');
}

describe('What was asked for', () => {
  it('refuses the password an hour later', async () => {
    const { uid } = await asked(web);
    t.clock.advance(3_601_000);
    const before = await sessionsOf(person);
    expectTooOld(await post(`/sign-in/${uid}/password`, right(), interactionOf(uid)));
    expect(await sessionsOf(person)).toBe(before);
    t.clock.advance(-3_601_000);
  });

  it('refuses the password from another browser, which knows the address', async () => {
    const { uid } = await asked(web);
    const before = await sessionsOf(person);
    expectTooOld(await post(`/sign-in/${uid}/password`, right()));
    expectTooOld(await post(`/sign-in/${uid}/password`, right(), interactionOf('x'.repeat(43))));
    expect(await sessionsOf(person)).toBe(before);
  });

  it('refuses one in the place of another of the same browser', async () => {
    const { browser, uid } = await asked(web);
    const { uid: other } = await asked(native, {}, browser);
    expectTooOld(await post(`/sign-in/${uid}/password`, right(), interactionOf(other)));
    expectTooOld(await post(`/sign-in/${other}/password`, right(), interactionOf(uid)));
  });

  it('refuses what nobody has asked for', async () => {
    for (const uid of ['x'.repeat(43), 'x', '%00', '..%2f..%2fdevice', '__proto__'])
      expect((await post(`/sign-in/${uid}/password`, right(), interactionOf(uid))).status).toBe(400);
  });

  it('sends back no browser that has not done what was asked', async () => {
    const { browser, uid } = await asked(web);
    const { url } = await browser.open(`/oauth/authorize/${uid}`);
    expect([url.origin, url.searchParams.get('code')]).toEqual([t.url, null]);
  });

  it('refuses to go on in another browser than the one that has asked', async () => {
    const { uid } = await asked(web);
    const done = await post(`/sign-in/${uid}/password`, right(), interactionOf(uid));
    expect(done.status).toBe(303);
    const { status, url } = await new SigningBrowser(t.url).open(`/oauth/authorize/${uid}`);
    expect([status, url.origin]).toEqual([400, t.url]);
  });

  it('gives no code to a browser that somebody else has signed in for', async () => {
    const { browser, uid } = await asked(web);
    const attacker = await aPersonWithPassword(t);
    // From elsewhere, with the id read over the shoulder.
    await post(`/sign-in/${uid}/password`, right(attacker), interactionOf(uid));
    const { url } = await browser.open(`/oauth/authorize/${uid}`);
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect((await browser.open('/sign-in')).html).toContain('/password"');
  });

  it('refuses the password once it was done', async () => {
    const { browser, uid } = await asked(web);
    await browser.submit('/password', right());
    const before = await sessionsOf(person);
    expectTooOld(await post(`/sign-in/${uid}/password`, right(), interactionOf(uid)));
    expect(await sessionsOf(person)).toBe(before);
  });

  it('refuses to go on twice', async () => {
    const { browser, uid } = await asked(web);
    const first = await browser.submit('/password', right());
    expect(first.url.searchParams.has('code')).toBe(true);
    const again = await browser.open(`/oauth/authorize/${uid}`);
    expect([again.status, again.url.origin]).toEqual([400, t.url]);
  });

  it('takes no wrong password for one', async () => {
    const { browser } = await asked(web);
    const { status, url } = await browser.submit('/password', { ...right(), password: 'wrong password' });
    expect([status, url.origin, browser.cookie('school-directory')]).toEqual([400, t.url, undefined]);
  });
});

describe('Consent', () => {
  it('counts for nothing without a session', async () => {
    const { uid, allow } = await beforeConsent();
    const before = await sessionsOf(person);
    const { headers } = await post(`/sign-in/${uid}/consent`, allow, interactionOf(uid));
    expect(headers.get('location')).toBe(`/sign-in/${uid}`);
    expect(await sessionsOf(person)).toBe(before);
  });

  it('counts for nothing before the password', async () => {
    const { uid } = await asked(native);
    const { headers } = await post(`/sign-in/${uid}/consent`, { answer: 'allow' }, interactionOf(uid));
    expect(headers.get('location')).toBe(`/sign-in/${uid}`);
  });

  it('counts for nothing in the place of a password that is asked for anew', async () => {
    t.clock.advance(-5_000);
    const { browser, allow } = await beforeConsent();
    t.clock.advance(5_000);
    const { uid } = await asked(native, { prompt: 'login' }, browser);
    const cookies = { ...interactionOf(uid), ...sessionOf(browser) };
    const { headers } = await post(`/sign-in/${uid}/consent`, allow, cookies);
    expect(headers.get('location')).toBe(`/sign-in/${uid}`);
  });

  it('refuses that for another application', async () => {
    const { browser, uid, allow } = await beforeConsent();
    const { uid: other } = await asked(
      await aPublicApp(t, { redirectUris: ['org.evil.app:/cb'], isNative: true }),
      {},
      browser,
    );
    const cookies = { ...interactionOf(other), ...sessionOf(browser) };
    expectTooOld(await post(`/sign-in/${uid}/consent`, allow, cookies));
  });

  it('gives one code for one that is sent twice', async () => {
    const { browser, uid, allow } = await beforeConsent();
    const cookies = { ...interactionOf(uid), ...sessionOf(browser) };
    await post(`/sign-in/${uid}/consent`, allow, cookies);
    await post(`/sign-in/${uid}/consent`, allow, cookies);
    const first = await browser.open(`/oauth/authorize/${uid}`);
    expect(first.url.searchParams.has('code')).toBe(true);
    expect((await browser.open(`/oauth/authorize/${uid}`)).status).toBe(400);
    expectTooOld(await post(`/sign-in/${uid}/consent`, allow, cookies));
  });

  it.each([
    ['no answer', {}],
    ['no', { answer: 'deny' }],
    ['another word', { answer: 'ALLOW' }],
    ['yes and then no', { answer: ['allow', 'deny'] }],
  ])('hears no yes in %s', async (_, fields) => {
    const { browser, uid, allow } = await beforeConsent();
    const given = { session: allow.session, ...fields };
    await post(`/sign-in/${uid}/consent`, given, { ...interactionOf(uid), ...sessionOf(browser) });
    const { url } = await browser.open(`/oauth/authorize/${uid}`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'access_denied' });
  });

  it('counts for nobody else, who has signed in in another tab meanwhile', async () => {
    const { browser, uid } = await beforeConsent();
    const consentPage = browser.page;
    const other = await aPersonWithPassword(t);
    await browser.post('/sign-in/sign-out', new URLSearchParams());
    await browser.submit('/password', right(other));
    browser.page = consentPage;
    const page = await browser.submit('/consent', { answer: 'allow' });
    expect(page.url.href).not.toContain('code=');
    expect(page.html).toContain(other.email);
    expect(page.html).not.toContain(person.email);
    expect(page.url.pathname).toBe(`/sign-in/${uid}`);
  });

  it('counts for nothing after the password was changed meanwhile', async () => {
    const leaver = await aPersonWithPassword(t);
    const { browser } = await beforeConsent(leaver);
    await t.app.get(CredentialsService).setPassword(leaver.userId, 'another one of theirs');
    const { html, url } = await browser.submit('/consent', { answer: 'allow' });
    expect(url.origin).toBe(t.url);
    expect(html).toContain('/password"');
  });
});

describe('Without a page', () => {
  const silently = async (app: OauthApp, browser: SigningBrowser) =>
    Object.fromEntries((await browser.open(app.address({ prompt: 'none' }))).url.searchParams);

  it('refuses who is not signed in', async () => {
    expect(await silently(web, new SigningBrowser(t.url))).toMatchObject({ error: 'login_required' });
  });

  it('refuses an app on a device, which has to ask each time', async () => {
    const { browser } = await beforeConsent();
    await browser.submit('/consent', { answer: 'allow' });
    expect(await silently(native, browser)).toMatchObject({ error: 'interaction_required' });
  });

  it('refuses who has signed out', async () => {
    const { browser } = await asked(web);
    await browser.submit('/password', right());
    expect(await silently(web, browser)).toHaveProperty('code');
    await browser.post('/sign-in/sign-out', new URLSearchParams());
    expect(await silently(web, browser)).toMatchObject({ error: 'login_required' });
  });

  it('refuses a cookie of the library alone', async () => {
    const { browser } = await asked(web);
    await browser.submit('/password', right());
    const { headers } = await oauthAnswer(web.address({ prompt: 'none' }), {
      headers: { cookie: `oauth_session=${browser.cookie('oauth_session')}` },
    });
    expect(headers.get('location')).toContain('error=login_required');
  });
});
