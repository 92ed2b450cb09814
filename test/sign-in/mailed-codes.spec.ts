import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { watchStatements } from '../../src/platform/database/watched-statements.js';
import {
  aPersonWithMailedStep,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
} from '../support/application.factory.js';
import { FROM_ELSEWHERE, LinkedService } from '../support/mail/mailed-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import type { ShownPage, SigningBrowser } from '../support/sign-in/signing-browser.js';

const MINUTE = 60_000;

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
});
afterAll(() => links.close());
afterEach(() => links.begin());

const ask = (
  email: string,
  headers?: Record<string, string>,
  browser = links.aBrowser(),
): Promise<ShownPage> => links.post('/sign-in/by-mail', { email }, { browser, ...(headers && { headers }) });
const isIn = async (browser: SigningBrowser): Promise<boolean> =>
  (await browser.open('/account')).url.pathname === '/account';

/** A browser that waits for a code, and the code from the mail. */
async function aCode(email: string): Promise<{ browser: SigningBrowser; code: string }> {
  const browser = links.aBrowser();
  await ask(email, undefined, browser);
  const [mail] = await links.mailboxes.take(t, email);
  return { browser, code: /\b\d{6}\b/.exec(mail!.text)![0] };
}

describe('A code by mail', () => {
  it.each(FROM_ELSEWHERE)("refuses another site's form, %s", async (_, headers: Record<string, string>) => {
    const person = await aPersonWithPassword(t);
    expect((await ask(person.email, headers)).status).toBe(403);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
  });

  it.each(['', 'Ada', `${'a'.repeat(260)}@example.org`])('refuses %j, which is no address', async (email) => {
    const { status, html } = await ask(email);
    expect(status).toBe(400);
    expect(html).toContain('Type your email address first.');
  });

  it('mails nobody whom it does not know, and answers and works as for somebody whom it does', async () => {
    const { email } = await aPersonWithPassword(t);
    const sent: string[] = [];
    watchStatements(t.app.get(DataSource), ({ text }) => void sent.push(text));
    const workFor = async (address: string) => {
      sent.length = 0;
      const { status, html } = await ask(address);
      const page = html.replaceAll(address, '…').replace(/value="[0-9a-f-]{36}"/, '…');
      return { status, page, sent: [...sent] };
    };
    const known = await workFor(email);
    expect(known.status).toBe(200);
    expect(await workFor('nobody-at-all@example.org')).toEqual(known);
    expect(await links.mailboxes.take(t, 'nobody-at-all@example.org')).toEqual([]);
    expect(await links.mailboxes.take(t, email)).toHaveLength(1);
    expect(await t.dataSource.query(`select 1 from mails where kind = 'sign_in_code'`)).toEqual([]);
  });

  it('lets the browser in that has asked, once', async () => {
    const { email } = await aPersonWithPassword(t);
    const { browser, code } = await aCode(email);
    const form = /name="request" value="([^"]+)"/.exec(browser.page!.html)![1]!;
    expect(browser.page!.html).not.toContain(code);
    await browser.submit('/by-mail/code', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(await isIn(browser)).toBe(true);
    const again = await links.post('/sign-in/by-mail/code', { request: form, code, email });
    expect(again.status).toBe(400);
  });

  it('opens nothing in a browser that has not asked', async () => {
    const { email } = await aPersonWithPassword(t);
    const { code } = await aCode(email);
    const other = links.aBrowser();
    await ask('somebody-else@example.org', undefined, other);
    await other.submit('/by-mail/code', { code });
    expect([other.page!.status, await isIn(other)]).toEqual([400, false]);
  });

  it('ends after ten minutes', async () => {
    const { email } = await aPersonWithPassword(t);
    const { browser, code } = await aCode(email);
    t.clock.advance(10 * MINUTE);
    await browser.submit('/by-mail/code', { code });
    expect(await isIn(browser)).toBe(false);
  });

  it('takes five wrong tries, and twenty at once as five', async () => {
    const { email } = await aPersonWithPassword(t);
    const { browser, code } = await aCode(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const request = /name="request" value="([^"]+)"/.exec(browser.page!.html)![1]!;
    const tries = Array.from({ length: 20 }, () =>
      links.post('/sign-in/by-mail/code', { request, code: wrong, email }),
    );
    // One that waits too long behind the others is 503.
    for (const { status } of await Promise.all(tries)) expect([400, 503]).toContain(status);
    const [row] = await t.dataSource.query<[{ failures: number }]>(
      'select failures from sign_in_codes where id = $1',
      [request],
    );
    expect(row.failures).toBe(5);
    await browser.submit('/by-mail/code', { code });
    expect(await isIn(browser)).toBe(false);
  });

  it('opens nothing once the address that it went to is removed from the account', async () => {
    const person = await aPersonWithPassword(t);
    const further = `further-${person.email}`;
    await t.dataSource.query('insert into user_addresses (email, user_id, verified_at) values ($1, $2, $3)', [
      further,
      person.userId,
      t.clock.now(),
    ]);
    const { browser, code } = await aCode(further);
    const owner = links.aBrowser();
    await owner.open('/sign-in');
    await owner.submit('/password', { email: person.email, password: PASSWORD });
    const removed = await links.post('/account/addresses/remove', { email: further }, { browser: owner });
    expect(removed.url.search).toBe('?done=removed');
    await browser.submit('/by-mail/code', { code });
    expect([browser.page!.status, await isIn(browser)]).toEqual([400, false]);
  });

  it('shares the limits of the links for a new password', async () => {
    const { email } = await aPersonWithPassword(t);
    for (let i = 0; i < 3; i += 1) await links.ask(email, { 'x-forwarded-for': `203.0.113.${i}` });
    for (let i = 3; i < 9; i += 1) await ask(email, { 'x-forwarded-for': `203.0.113.${i}` });
    expect(await links.mailboxes.take(t, email)).toHaveLength(5);
  });

  it('goes to no address that the account has not proven', async () => {
    const person = await aPersonWithPassword(t);
    await t.dataSource.query(
      'update user_addresses set verified_at = null, suspended_at = now() where user_id = $1',
      [person.userId],
    );
    await ask(person.email);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
  });
});

describe('The second step after a code by mail', () => {
  it('stays owed where it is an app', async () => {
    const person = await aPersonWithTwoStep(t);
    const { browser, code } = await aCode(person.email);
    await browser.submit('/by-mail/code', { code });
    expect(browser.page!.html).toContain('The second step');
    expect(await isIn(browser)).toBe(false);
    await browser.open('/sign-in');
    await browser.submit('/code', { code: person.recoveryCodes[0]! });
    expect(await isIn(browser)).toBe(true);
  });

  it('leaves nobody with the mailbox as both steps: who has that one is told to use the password', async () => {
    const person = await aPersonWithMailedStep(t);
    await ask(person.email);
    const [mail] = await links.mailboxes.take(t, person.email);
    expect(mail!.subject).toBe('Sign in with your password');
    expect(mail!.text).not.toMatch(/\b\d{6}\b/);
  });

  it('leaves nobody with the mailbox as both steps who turns it on meanwhile', async () => {
    const person = await aPersonWithPassword(t);
    const { browser, code } = await aCode(person.email);
    await t.dataSource.query('update users set two_step_enabled = true where id = $1', [person.userId]);
    await browser.submit('/by-mail/code', { code });
    expect([browser.page!.status, await isIn(browser)]).toEqual([400, false]);
  });
});

it('offers no code where an operator has turned them off', async () => {
  const off = await startTestApp({ mailCodes: false, databaseUrl: t.databaseUrl });
  try {
    const page = await (await fetch(`${off.url}/sign-in`)).text();
    expect(page).not.toContain('by-mail');
    const { email } = await aPersonWithPassword(t);
    const body = new URLSearchParams({ email });
    const headers = { 'sec-fetch-site': 'same-origin' };
    await fetch(`${off.url}/sign-in/by-mail`, { method: 'POST', body, headers, redirect: 'manual' });
    expect(await off.dataSource.query(`select 1 from sign_in_codes`)).toEqual([]);
  } finally {
    await off.close();
  }
});
