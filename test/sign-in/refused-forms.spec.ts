import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { routesOf } from '../architecture/operations.js';
import { aPersonWithMailedStep, aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { BrowserVisitor, isSignedIn } from '../support/browser-visitor.js';
import { LinkedService } from '../support/mail/mailed-links.js';
import type { Person } from '../support/school.factory.js';

/** A form that is refused leads to a page that shows it once, and can be reloaded: going back sends nothing again. */

let service: LinkedService;
let person: Person;
let browser: BrowserVisitor;
beforeAll(async () => (service = await LinkedService.start()));
afterAll(() => service.close());
beforeEach(async () => {
  await service.begin();
  person = await aPersonWithPassword(service.t);
  browser = new BrowserVisitor(service.t);
});

const ALERT = 'role="alert">';
const alertIn = (html: string): boolean =>
  html.includes(`class="error" ${ALERT}`) || html.includes(`id="error" ${ALERT}`);

type Refused = [what: string, path: string, form: () => Record<string, string>, page: string];

const OF_STRANGERS: Refused[] = [
  [
    'a wrong password',
    '/sign-in/password',
    () => ({ email: person.email, password: 'a mistyped one' }),
    '/sign-in',
  ],
  ['no password', '/sign-in/password', () => ({ email: person.email }), '/sign-in'],
  ['what is no address', '/password/forgotten', () => ({ email: 'nobody' }), '/password/forgotten'],
];
const OF_THEIR_OWNER: Refused[] = [
  [
    'a wrong old password',
    '/account/password',
    () => ({ old: 'wrong', password: 'wee' }),
    '/account/password',
  ],
  ['a weak password', '/account/password', () => ({ old: PASSWORD, password: 'wee' }), '/account/password'],
  [
    'a wrong password before a change',
    '/account/confirm',
    () => ({ password: 'no', then: 'two-step' }),
    '/account/confirm?then=two-step',
  ],
  ['a wrong code of an app', '/account/two-step', () => ({ code: '000000' }), '/account/two-step'],
  ['what is no further address', '/account/addresses', () => ({ email: 'nobody' }), '/account/addresses'],
  ['a link that was used', '/account/address', () => ({ token: 'used' }), '/account/address'],
];

async function expectShownOnce([, path, form, page]: Refused): Promise<void> {
  const refused = await browser.postAlone(path, form());
  expect([refused.status, refused.location, refused.text]).toEqual([303, page, '']);
  const cookies = refused.headers.getSetCookie().join('\n');
  expect(cookies).toMatch(/^school-directory-told=[^\n]*Max-Age=600;[^\n]*HttpOnly; SameSite=Lax$/m);
  const shown = await browser.get(page);
  const again = await browser.get(page);
  expect([shown.status, alertIn(shown.text)]).toEqual([400, true]);
  expect([again.status, alertIn(again.text)]).toEqual([200, false]);
}

describe('a form that is refused', () => {
  it.each(OF_STRANGERS)('leads to a page that shows it once: %s', (...refused) => expectShownOnce(refused));

  it.each(OF_THEIR_OWNER)('leads to a page that shows it once, of an account: %s', async (...refused) => {
    await browser.signIn(person);
    // Who has just signed in need not say once more who they are.
    if (refused[1] === '/account/confirm') service.t.clock.advance(11 * 60_000);
    await expectShownOnce(refused);
  });

  it('shows on its own page alone, for ten minutes, and as the service has written it', async () => {
    const wrong = () => browser.postAlone('/sign-in/password', { email: person.email, password: 'no' });
    await wrong();
    expect(alertIn((await browser.get('/password/forgotten')).text)).toBe(false);
    expect(alertIn((await browser.get('/sign-in')).text)).toBe(true);
    await wrong();
    service.t.clock.advance(10 * 60_000);
    expect(alertIn((await browser.get('/sign-in')).text)).toBe(false);
    const told = `school-directory-told=${Buffer.from('{"told":{"wrong":"password"}}').toString('base64url')}`;
    const page = await fetch(`${service.t.url}/sign-in`, { headers: { cookie: told } });
    expect([page.status, alertIn(await page.text())]).toEqual([200, false]);
  });

  it('keeps the address that was typed, and never the password', async () => {
    const shown = await browser.post('/sign-in/password', {
      email: person.email,
      password: 'a mistyped one',
    });
    expect(shown.text).toContain(`value="${person.email}"`);
    expect(shown.text).not.toContain('a mistyped one');
    const answer = await browser.postAlone('/sign-in/password', { email: person.email, password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, '/account']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('shows the password form of a mailed link again, also when it is reloaded, and nothing of it for the next link', async () => {
    const secret = await service.linkOf(person);
    const refused = await browser.postAlone('/password/set', { token: secret, password: 'short' });
    expect([refused.status, refused.location]).toEqual([303, '/password/set/again']);
    const shown = await browser.get('/password/set/again');
    expect([alertIn(shown.text), shown.text.includes(secret)]).toEqual([true, true]);
    const again = await browser.get('/password/set/again');
    expect([alertIn(again.text), again.text.includes(secret)]).toEqual([false, true]);
    expect((await browser.get('/password/set')).text).not.toContain(secret);
    const stranger = await new BrowserVisitor(service.t).get('/password/set/again');
    expect([stranger.status, stranger.location]).toEqual([303, '/password/set']);
  });

  it('shows the invitation again, also when it is reloaded, and nothing of it for the next link', async () => {
    const stranger = await new BrowserVisitor(service.t).get('/invitation/open');
    expect([stranger.status, stranger.location]).toEqual([303, '/invitation']);
    const opened = await browser.postAlone('/invitation/open', { token: 'none of ours' });
    expect([opened.status, opened.location]).toEqual([303, '/invitation/open']);
    expect((await browser.get('/invitation/open')).status).toBe(400);
  });

  it('asks for the same mailed code again, and mails no other one', async () => {
    const { email } = await aPersonWithMailedStep(service.t);
    const asked = await browser.postAlone('/sign-in/password', { email, password: PASSWORD });
    expect([asked.status, asked.location]).toEqual([303, '/sign-in']);
    const challengeOf = (html: string) => /name="challenge" value="([^"]*)"/.exec(html)?.[1];
    const challenge = challengeOf((await browser.get('/sign-in')).text)!;
    expect(challenge).toMatch(/^[0-9a-f-]{36}$/);
    const wrong = await browser.postAlone('/sign-in/code', { challenge, method: 'email', code: 'wrong' });
    expect([wrong.status, wrong.location]).toEqual([303, '/sign-in']);
    const [shown, again] = [await browser.get('/sign-in'), await browser.get('/sign-in')];
    expect([challengeOf(shown.text), alertIn(shown.text)]).toEqual([challenge, true]);
    expect([challengeOf(again.text), alertIn(again.text)]).toEqual([challenge, false]);
    expect(await service.mailboxes.take(service.t, email)).toHaveLength(1);
  });

  it('says once that the code of a device is none', async () => {
    const visitor = service.aBrowser();
    await visitor.open('/device');
    const shown = await visitor.submit('/device', { user_code: 'BCDF-GHJK' });
    expect([shown.status, shown.url.pathname, alertIn(shown.html)]).toEqual([400, '/device', true]);
    const again = await visitor.open('/device');
    expect([again.status, alertIn(again.html)]).toEqual([200, false]);
  });

  it('leads to no page with a form, wherever an empty one is sent', async () => {
    await browser.signIn(person);
    const forms = routesOf(service.t.app)
      .filter((route) => /^POST \/(sign-in|account|password|invitation)(\/|$)/.test(route))
      // Those of scripts, and of a sign-in or a thing that is not there.
      .filter((route) => !/\/:|passkey|sign-out|sessions\/end|review\/end/.test(route))
      .map((route) => route.slice('POST '.length));
    expect(forms.length).toBeGreaterThan(12);
    for (const path of forms) {
      const answer = await browser.postAlone(path);
      expect([path, answer.text.includes('<form'), answer.status === 400]).toEqual([path, false, false]);
    }
  });

  it('counts a guess as before, and answers one too many at once', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 25 && statuses.at(-1) !== 429; attempt += 1)
      statuses.push(
        (await browser.postAlone('/sign-in/password', { email: person.email, password: 'no' })).status,
      );
    expect(statuses.length).toBeGreaterThan(2);
    expect(statuses).toEqual([...Array<number>(statuses.length - 1).fill(303), 429]);
  });
});
