import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/application.factory.js';
import { AccountTrail, BrowserVisitor, isSignedIn, type PageAnswer } from '../support/browser-visitor.js';
import type { Person } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const NEW_PASSWORD = 'velvet orbit parsnip quarry';
const MINUTE = 60_000;

const PAGES = [
  '',
  '/confirm',
  '/password',
  '/two-step',
  '/passkeys',
  `/passkeys/${randomUUID()}`,
  '/addresses',
];
const FORMS = [
  ...['/confirm', '/password', `/sessions/${randomUUID()}/end`, '/sessions/end', '/sign-out'],
  ...['/two-step', '/two-step/codes', '/two-step/off', '/addresses', '/addresses/first', '/addresses/remove'],
  ...['/address', `/passkeys/${randomUUID()}`, `/passkeys/${randomUUID()}/remove`],
];
/** With what a form brings: nothing but who sends it is wrong. */
const FILLED = { old: PASSWORD, password: NEW_PASSWORD, email: 'another@example.org' };

let t: TestApp;
let trail: AccountTrail;
let application: TestApplication;
beforeAll(async () => {
  t = await startTestApp();
  trail = new AccountTrail(t);
  application = await anApplication(t);
});
afterAll(() => t.close());

let person: Person;
let browser: BrowserVisitor;
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  browser = await new BrowserVisitor(t).signIn(person);
});

const passwordOf = async (userId: string): Promise<string> =>
  (
    await trail.rows<{ hash: string }>(
      'select password_hash as hash from user_credentials where user_id = $1',
      userId,
    )
  )[0]!.hash;
describe('the pages of an account', () => {
  it.each(PAGES)('lead a stranger to where people sign in: %s', async (path) => {
    const answer = await new BrowserVisitor(t).get(`/account${path}`);
    expect([answer.status, answer.location]).toEqual([303, '/sign-in']);
  });

  it.each(FORMS)('take nothing from a stranger: %s', async (path) => {
    const answer = await new BrowserVisitor(t).post(`/account${path}`, FILLED);
    expect([answer.status, answer.location]).toEqual([303, '/sign-in']);
  });

  it('take nothing from who still owes the second step', async () => {
    const { userId, email } = await aPersonWithTwoStep(t);
    const owing = await new BrowserVisitor(t).signIn({ email });
    const before = await passwordOf(userId);
    for (const path of PAGES) expect((await owing.get(`/account${path}`)).location).toBe('/sign-in');
    for (const path of FORMS) expect((await owing.post(`/account${path}`, FILLED)).location).toBe('/sign-in');
    expect((await owing.post('/account/export')).status).toBe(400);
    expect(await passwordOf(userId)).toBe(before);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['no page at all', { 'sec-fetch-site': 'none' }],
    ['another site, in a browser that says no more than that', { origin: 'https://evil.example' }],
    ['nowhere that it says', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:3001' }],
  ])('refuse a form that %s has sent', async (_, headers: Record<string, string>) => {
    const before = await passwordOf(person.userId);
    for (const path of [...FORMS, '/export'])
      expect((await browser.post(`/account${path}`, FILLED, headers)).status).toBe(403);
    for (const path of ['/account/passkeys', '/account/passkeys/options', '/sign-in/passkey'])
      expect((await browser.postJson(path, { name: 'x' }, headers)).status).toBe(403);
    expect(await passwordOf(person.userId)).toBe(before);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('take a form that they have sent themselves', async () => {
    const headers = { origin: t.settings.siteUrl };
    expect((await browser.post('/account/sign-out', {}, headers)).location).toBe('/sign-in');
  });

  it.each([
    ['a form of 40 kB', { password: 'x'.repeat(40_000) }, 413],
    ['a form of 50 fields', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, '1'])), 413],
  ])('refuse %s', async (_, form: Record<string, string>, status) => {
    const answer = await browser.post('/account/password', form);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  });

  it.each(['old', 'password', 'then', 'email', 'token', 'code', 'sealed', 'name'])(
    'survive what is no text they know, in %s',
    async (field) => {
      for (const value of ['\u0000', '\ud800', '💣'.repeat(2000), '{}', "' or 1=1 --"])
        for (const path of FORMS.filter((one) => !/sign-out|sessions/.test(one)))
          expect((await browser.post(`/account${path}`, { ...FILLED, [field]: value })).status).toBeLessThan(
            500,
          );
    },
    30_000,
  );

  it('stay out of caches, frames and other sites', async () => {
    const { headers } = await browser.get('/account/passkeys');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it.each(['en', 'es', 'fr', 'de'])('speak %s, every one of them', async (language) => {
    const headers = { 'accept-language': language };
    for (const path of PAGES.filter((one) => !one.startsWith('/passkeys/'))) {
      const answer = await fetch(`${t.url}/account${path}`, {
        headers: { ...headers, cookie: browser.cookie },
      });
      const text = await answer.text();
      expect(text).toContain(`<html lang="${language}">`);
      expect(text.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/\{\w+\}|undefined|\[object/);
    }
  });
});

describe('a password', () => {
  const change = (old: string, password: string, visitor = browser): Promise<PageAnswer> =>
    visitor.post('/account/password', { old, password });

  it('stays for who does not know the one before, and their tries count as at signing in', async () => {
    // Nowhere that they come from often.
    await trail.rows('delete from known_sources where user_id = $1', person.userId);
    const before = await passwordOf(person.userId);
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await change('not it, is it', NEW_PASSWORD);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('role="alert"');
    }
    const answer = await change(PASSWORD, NEW_PASSWORD);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await application.signIn(person)).status).toBe(429);
    expect(await passwordOf(person.userId)).toBe(before);
  });

  it.each(['short', 'password1234', '1234567890', 'x'.repeat(201), ''])(
    'stays instead of one that is soon guessed: %s',
    async (password) => {
      const before = await passwordOf(person.userId);
      expect((await change(PASSWORD, password)).status).toBe(400);
      expect(await passwordOf(person.userId)).toBe(before);
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  it('changes: everybody else is out, and this browser is in with another cookie', async () => {
    const other = await new BrowserVisitor(t).signIn(person);
    const token = await tokenOf(t, person);
    const old = browser.copy();
    const answer = await change(PASSWORD, NEW_PASSWORD);
    expect([answer.status, answer.location]).toEqual([303, '/account?done=password']);
    expect(await Promise.all([browser, old, other].map(isSignedIn))).toEqual([true, false, false]);
    expect((await t.api.get('/me', { token })).status).toBe(401);
    expect((await application.signIn(person)).status).toBe(401);
    expect((await application.signIn(person, NEW_PASSWORD)).status).toBe(200);
    expect(await trail.mailsTo(person.userId)).toEqual(['password_changed']);
    expect(await trail.entriesOf(person.userId)).toContain('changePassword');
  });

  it('changes by one of ten at the same time, and the others find themselves signed out', async () => {
    const browsers = await Promise.all(Array.from({ length: 4 }, () => new BrowserVisitor(t).signIn(person)));
    const answers = await Promise.all(browsers.map((one) => change(PASSWORD, NEW_PASSWORD, one)));
    expect(answers.map(({ location }) => location).sort()).toEqual([
      '/account?done=password',
      ...['/sign-in', '/sign-in', '/sign-in'],
    ]);
    expect(await trail.mailsTo(person.userId)).toEqual(['password_changed']);
  }, 30_000);

  it('leaves it standing that both steps were done in this browser', async () => {
    const owing = await aPersonWithTwoStep(t);
    const visitor = await new BrowserVisitor(t).signInWithBothSteps(owing);
    expect((await change(PASSWORD, NEW_PASSWORD, visitor)).location).toBe('/account?done=password');
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

describe('who signed in a while ago', () => {
  const SENSITIVE = ['/two-step', '/passkeys', '/addresses'];
  beforeEach(() => t.clock.advance(10 * MINUTE));

  it('sees the account, and confirms that it is them before they change it', async () => {
    expect((await browser.get('/account')).status).toBe(200);
    for (const path of SENSITIVE)
      expect((await browser.get(`/account${path}`)).location).toBe(`/account/confirm?then=${path.slice(1)}`);
    for (const path of FORMS.filter((one) => SENSITIVE.some((page) => one.startsWith(page))))
      expect((await browser.post(`/account${path}`, FILLED)).location).toMatch(/^\/account\/confirm\?then=/);
    expect((await browser.postJson('/account/passkeys/options')).status).toBe(403);
  });

  it('gets no further with a wrong password, and does with the right one', async () => {
    const wrong = await browser.post('/account/confirm', { password: 'not it', then: 'two-step' });
    expect(wrong.status).toBe(400);
    expect((await browser.get('/account/two-step')).status).toBe(303);
    const before = browser.copy();
    const right = await browser.post('/account/confirm', { password: PASSWORD, then: 'two-step' });
    expect([right.status, right.location]).toEqual([303, '/account/two-step']);
    expect((await browser.get('/account/two-step')).status).toBe(200);
    expect(await isSignedIn(before)).toBe(false);
  });

  it.each(['https://evil.example', '//evil.example', '../sign-in', 'toString'])(
    'goes nowhere else by it: %s',
    async (then) => {
      expect((await browser.post('/account/confirm', { password: PASSWORD, then })).location).toBe(
        '/account/',
      );
    },
  );
});

describe('sessions', () => {
  it('appear in a list, this browser marked, and each can be ended', async () => {
    const other = await new BrowserVisitor(t).signIn(person);
    await application.signIn(person);
    const { text } = await browser.get('/account');
    expect(text).toContain('Family App');
    expect(text.match(/\(this browser\)/g)).toHaveLength(1);
    const ids = [...text.matchAll(/action="\/account\/sessions\/([^/"]+)\/end"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids)
      expect((await browser.post(`/account/sessions/${id}/end`)).location).toBe('/account?done=session');
    expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([true, false]);
  });

  it('say in which time zone they were opened and used', async () => {
    const { text } = await browser.get('/account');
    expect(text).toMatch(/<time datetime="[^"]+Z">\w+ \d+, \d{4}, \d+:\d\d\s[AP]M UTC<\/time>/);
  });

  it("end by nobody else, and nobody is told that somebody else's is there", async () => {
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    const [session] = await trail.rows<{ id: string }>(
      'select id from user_sessions where user_id = $1',
      person.userId,
    );
    const answers = await Promise.all(
      [session!.id, randomUUID(), '1'].map((id) => stranger.post(`/account/sessions/${id}/end`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('end here by signing out, and the cookie goes', async () => {
    const other = await new BrowserVisitor(t).signIn(person);
    const before = browser.copy();
    expect((await browser.post('/account/sign-out')).location).toBe('/sign-in');
    expect(browser.cookie).toBe('');
    expect(await Promise.all([before, other].map(isSignedIn))).toEqual([false, true]);
  });

  it('all end by signing out everywhere', async () => {
    const [other, token] = [await new BrowserVisitor(t).signIn(person), await tokenOf(t, person)];
    expect((await browser.post('/account/sessions/end')).location).toBe('/sign-in');
    expect(await isSignedIn(other)).toBe(false);
    expect((await t.api.get('/me', { token })).status).toBe(401);
  });
});

describe('what is held on a person', () => {
  it('comes as a file with what the interface answers', async () => {
    const answer = await browser.post('/account/export');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const { body } = await t.api.get('/me/export', { token: await tokenOf(t, person) });
    const here = JSON.parse(answer.text) as object;
    expect({ ...here, exported_at: '', sessions: [] }).toEqual({ ...body, exported_at: '', sessions: [] });
  });
});
