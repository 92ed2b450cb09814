import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BruteForceLimits } from '../../src/features/account/attempts/brute-force-limits.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { BrowserVisitor } from '../support/browser-visitor.js';
import { LinkedService, NEW_PASSWORD } from '../support/mail/mailed-links.js';
import type { Person } from '../support/school.factory.js';
import { SoftAuthenticator } from '../support/sign-in/soft-authenticator.js';

/*
 * Somebody knew the password of an account for a day, and has left an address and a passkey there. Its owner sets another password by
 * a mail.
 */

const DAY = 24 * 60 * 60_000;
const HOME = { 'x-forwarded-for': '198.51.100.7' };
const ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' };

let service: LinkedService;
let owner: Person;
let theirs: string;
let count = 0;
const now = Date.now();
const at = (days: number): void => service.t.clock.moveTo(new Date(now + days * DAY).toISOString());

beforeAll(async () => {
  service = await LinkedService.start();
});
beforeEach(async () => {
  await service.begin();
  owner = await aPersonWithPassword(service.t);
  const long = new Date(now - 40 * DAY);
  await service.t.dataSource.query('update users set email_verified_at = $2 where id = $1', [
    owner.userId,
    long,
  ]);
  theirs = `intruder-${(count += 1)}@example.org`;
  for (const days of [-20, -10]) {
    at(days);
    await signsIn(HOME);
  }
});
afterAll(() => service.close());

const signsIn = async (from: Record<string, string>, password = PASSWORD): Promise<number> =>
  (await service.app.token({ grant_type: 'password', email: owner.email, password }, from)).status;

const addAddress = (email: string): Promise<unknown> =>
  service.t.dataSource.query('insert into user_addresses (email, user_id, verified_at) values ($1, $2, $3)', [
    email,
    owner.userId,
    service.t.clock.now(),
  ]);

async function addPasskey(name: string, password = PASSWORD): Promise<SoftAuthenticator> {
  const key = new SoftAuthenticator('127.0.0.1', service.t.settings.siteUrl);
  const browser = await new BrowserVisitor(service.t).signIn(owner, password);
  const options = JSON.parse((await browser.postJson('/account/passkeys/options')).text) as never;
  expect((await browser.postJson('/account/passkeys', { name, answer: key.create(options) })).status).toBe(
    204,
  );
  return key;
}

async function comesInBy(key: SoftAuthenticator): Promise<number> {
  const browser = new BrowserVisitor(service.t);
  const options = JSON.parse((await browser.postJson('/sign-in/passkey/options')).text) as never;
  return (await browser.postJson('/sign-in/passkey', { answer: key.get(options) })).status;
}

/** From another place, the day before. */
async function intrude(): Promise<SoftAuthenticator> {
  at(-1);
  expect(await signsIn(ELSEWHERE)).toBe(200);
  await addAddress(theirs);
  const key = await addPasskey('Call http://evil.example now');
  await signsIn(ELSEWHERE);
  await service.mailboxes.take(service.t, owner.email);
  await service.mailboxes.take(service.t, theirs);
  return key;
}

async function reset(email = owner.email) {
  at(0);
  await service.mailboxes.take(service.t, owner.email);
  const page = await service.set(await service.linkOf({ email }));
  expect(page.status).toBe(200);
  return page.html;
}

async function signedIn(): Promise<BrowserVisitor> {
  return new BrowserVisitor(service.t).signIn(owner, NEW_PASSWORD);
}

describe('a password that is set by a mailed link', () => {
  it('suspends the passkey that an intruder has added', async () => {
    const key = await intrude();
    expect(await comesInBy(key)).toBe(204);
    await reset();
    expect(await comesInBy(key)).toBe(401);
  });

  it('suspends the address that an intruder has added: it signs nobody in, and sets no password', async () => {
    await intrude();
    await reset();
    const byTheirs = { grant_type: 'password', email: theirs, password: NEW_PASSWORD };
    expect((await service.app.token(byTheirs, ELSEWHERE)).status).toBe(401);
    await service.ask(theirs);
    for (const { text } of await service.mailboxes.take(service.t, theirs)) {
      const secret = /#(\S+)/.exec(text)?.[1] ?? '';
      expect((await service.set(secret, 'another thing entirely')).status).toBe(400);
    }
    expect(await signsIn(HOME, NEW_PASSWORD)).toBe(200);
  });

  it('ends the code that was mailed to the address of an intruder a moment before', async () => {
    await intrude();
    at(0);
    const browser = service.aBrowser();
    await service.post('/sign-in/by-mail', { email: theirs }, { browser });
    const [mail] = await service.mailboxes.take(service.t, theirs);
    const code = /\b\d{6}\b/.exec(mail!.text)![0];
    await reset();
    expect((await browser.submit('/by-mail/code', { code })).status).toBe(400);
    expect((await browser.open('/account')).url.pathname).toBe('/sign-in');
  });

  it('makes the proven address the first one again, where an intruder has put theirs before it', async () => {
    await intrude();
    await service.t.dataSource.query(
      `update users u set email = a.email, email_verified_at = a.verified_at from user_addresses a
       where u.id = $1 and a.email = $2`,
      [owner.userId, theirs],
    );
    await reset();
    const found = await service.t.dataSource.query('select email from users where id = $1', [owner.userId]);
    expect(found).toEqual([{ email: owner.email }]);
  });

  it('suspends nothing that was there at the last sign-in from a known device', async () => {
    at(-8);
    await addAddress(`work-${count}@example.org`);
    const key = await addPasskey('My phone');
    at(-5);
    await signsIn(HOME);
    const html = await reset();
    expect(html).not.toContain('suspended');
    expect(await comesInBy(key)).toBe(204);
  });

  it('counts no sign-in from a device that is new, however often, and no session that is renewed', async () => {
    await intrude();
    at(-0.5);
    await signsIn(ELSEWHERE);
    await service.t.app.get(BruteForceLimits).remember(owner.userId, '198.51.100.7');
    expect(await reset()).toContain('suspended');
  });

  it('suspends nothing of the owner where the intruder sets it by their own address', async () => {
    await intrude();
    await reset(theirs);
    const states = await service.t.dataSource.query(
      'select suspended_at is null as good from user_addresses where user_id = $1 and email = $2',
      [owner.userId, owner.email],
    );
    expect(states).toEqual([{ good: true }]);
    expect(await service.mailboxes.take(service.t, owner.email)).toHaveLength(1);
    const html = await reset();
    expect(html).toContain(theirs);
    expect(
      (await service.app.token({ grant_type: 'password', email: theirs, password: NEW_PASSWORD })).status,
    ).toBe(401);
  });

  it('names every address, passkey and session on the page that follows, and in the mail', async () => {
    await intrude();
    const html = await reset();
    for (const text of [owner.email, theirs, 'Call http://evil.example now', 'Family App', '/account/review'])
      expect(html).toContain(text);
    expect(html.match(/\(suspended\)/g)).toHaveLength(2);
    const [mail, ...more] = await service.mailboxes.take(service.t, owner.email);
    expect(more).toEqual([]);
    expect(mail!.text).toContain(`Addresses: ${owner.email}; ${theirs}`);
    expect(mail!.text).toContain(`Suspended until you confirm it: ${theirs}; Call http   evil example now`);
    expect(mail!.text).toMatch(/Sessions that have ended: .*Family App/);
    expect(mail!.text).toContain('/account/review');
    // What somebody else has written leads nowhere.
    expect(mail!.text).not.toContain('evil.example');
    expect(await service.mailboxes.take(service.t, theirs)).toEqual([]);
  });
});

describe('the page that looks at it', () => {
  it('belongs to nobody but who has signed in', async () => {
    const stranger = new BrowserVisitor(service.t);
    for (const answer of [
      await stranger.get('/account/review'),
      await stranger.post('/account/review', { which: theirs }),
      await stranger.post('/account/review/end'),
    ])
      expect([answer.status, answer.location]).toEqual([303, '/sign-in']);
  });

  it('confirms what is theirs, one by one', async () => {
    at(-1);
    await addAddress(theirs);
    const key = await addPasskey('My phone');
    await reset();
    const browser = await signedIn();
    expect((await browser.get('/account')).text).toContain('/account/review');
    const { text } = await browser.get('/account/review');
    const whichs = [...text.matchAll(/name="which" value="([^"]*)"/g)].map(([, which]) => which!);
    expect(whichs).toHaveLength(2);
    for (const which of whichs)
      expect((await browser.post('/account/review', { which })).location).toBe(
        '/account/review?done=confirmed',
      );
    expect(await comesInBy(key)).toBe(204);
    expect(
      (await service.app.token({ grant_type: 'password', email: theirs, password: NEW_PASSWORD })).status,
    ).toBe(200);
    expect((await browser.get('/account')).text).not.toContain('/account/review');
  });

  it('confirms nothing of somebody else, and nothing that is not suspended', async () => {
    const key = await intrude();
    await reset();
    const [{ id }] = await service.t.dataSource.query<[{ id: string }]>(
      'select id from passkeys where user_id = $1',
      [owner.userId],
    );
    const other = await aPersonWithPassword(service.t);
    const browser = await new BrowserVisitor(service.t).signIn(other);
    for (const which of [id, theirs, owner.email, 'x', ''])
      expect((await browser.post('/account/review', { which })).location).toBe('/account/review');
    expect(await comesInBy(key)).toBe(401);
  });

  it('ends all of it with one button, and stays signed in itself', async () => {
    const key = await intrude();
    await reset();
    expect(await signsIn(ELSEWHERE, NEW_PASSWORD)).toBe(200);
    const browser = await signedIn();
    expect((await browser.post('/account/review/end')).location).toBe('/account/review?done=ended');
    expect((await browser.get('/account/review')).status).toBe(200);
    const left = await service.t.dataSource.query(
      `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
         (select array_agg(email) from user_addresses where user_id = $1) as addresses,
         (select count(*)::int from user_sessions where user_id = $1 and revoked_at is null) as sessions`,
      [owner.userId],
    );
    expect(left).toEqual([{ passkeys: 0, addresses: [owner.email], sessions: 1 }]);
    expect(await comesInBy(key)).toBe(401);
  });
});
