import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OneTimeLinks } from '../../src/features/account/links/one-time-links.service.js';
import { AccountCreation } from '../../src/features/account/account-creation.service.js';
import { UsersService } from '../../src/features/account/users.service.js';
import { PersonErasureService } from '../../src/features/person/person-erasure.service.js';
import { anApplication, aPersonWithPassword, type TestApplication } from '../support/application.factory.js';
import { AccountTrail, BrowserVisitor, type PageAnswer } from '../support/browser-visitor.js';
import type { Person } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const MINUTE = 60_000;

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
let email: string;
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  browser = await new BrowserVisitor(t).signIn(person);
  email = `second-${randomUUID()}@example.org`;
});

const ask = (address: string, visitor = browser): Promise<PageAnswer> =>
  visitor.post('/account/addresses', { email: address });
/** The secret of the link that is mailed. */
const aLink = ({ userId }: Person, address = email, purpose: 'address' | 'password' = 'address') =>
  t.app
    .get(OneTimeLinks)
    .create(t.dataSource.manager, { purpose, userId, email: address, lifetimeMs: 30 * MINUTE });
const take = (token: string, visitor = browser): Promise<PageAnswer> =>
  visitor.post('/account/address', { token });
const add = async (address = email, visitor = browser, whose = person): Promise<PageAnswer> =>
  take(await aLink(whose, address), visitor);
const addressesOf = async ({ userId }: Person): Promise<string[]> => {
  const found = await trail.rows<{ email: string }>(
    `select a.email from user_addresses a join users u on u.id = a.user_id where u.id = $1
     order by a.email <> u.email, a.email`,
    userId,
  );
  return found.map((one) => one.email);
};
const linksMailed = async ({ userId }: Person) =>
  trail.rows<{ email: string }>(
    `select email from mails where user_id = $1 and kind = 'address_link'`,
    userId,
  );

describe('asking for another address', () => {
  it.each(['', 'x', 'a@b', `${'x'.repeat(250)}@example.org`])('refuses what is none: %j', async (address) => {
    expect((await ask(address)).status).toBe(400);
    expect(await linksMailed(person)).toEqual([]);
  });

  it('says so where it is theirs already', async () => {
    const { status, text } = await ask(` ${person.email.toUpperCase()} `);
    expect([status, text.includes('yours already')]).toEqual([400, true]);
  });

  it("mails nothing to somebody else's, first or further one, and says what it says of any", async () => {
    const other = await aPersonWithPassword(t);
    await add(email, await new BrowserVisitor(t).signIn(other), other);
    const answers = [await ask(other.email), await ask(email), await ask(`free-${email}`)];
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await linksMailed(person)).toEqual([{ email: `free-${email}` }]);
  });

  it('mails no more than five in a quarter of an hour, whoever asks for the mailbox', async () => {
    for (let n = 0; n < 5; n += 1) expect((await ask(`${n}-${email}`)).status).toBe(303);
    expect((await ask(`6-${email}`)).status).toBe(429);
    const people = await Promise.all(Array.from({ length: 6 }, () => aPersonWithPassword(t)));
    const answers = [];
    for (const one of people) answers.push(await ask(email, await new BrowserVisitor(t).signIn(one)));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(303), 429]);
  }, 30_000);

  it('offers no form where there are four, and takes no fifth', async () => {
    for (const n of [1, 2, 3]) await add(`${n}-${email}`);
    expect((await browser.get('/account/addresses')).text).not.toContain('name="email" type="email"');
    expect((await ask(email)).location).toBe('/account/addresses');
    expect((await add()).status).toBe(400);
    expect(await addressesOf(person)).toHaveLength(4);
  });
});

describe('the link to an address', () => {
  it('leads to a page that asks, and to one that has them sign in first', async () => {
    const stranger = await new BrowserVisitor(t).get('/account/address');
    expect([stranger.status, stranger.text.includes('<script')]).toEqual([200, false]);
    expect(stranger.text).toContain('href="/sign-in"');
    expect((await browser.get('/account/address')).text).toContain('src="/pages/link.js"');
  });

  it('adds nothing for anybody but the person whom it was made for, who can still use it', async () => {
    const token = await aLink(person);
    const stranger = await new BrowserVisitor(t).signIn(await aPersonWithPassword(t));
    expect((await take(token, stranger)).status).toBe(400);
    expect((await take(token, new BrowserVisitor(t))).location).toBe('/sign-in');
    expect((await take(token)).location).toBe('/account?done=address');
  });

  it('fails where it is used, too old, of something else, or none', async () => {
    const [used, old, other] = [
      await aLink(person),
      await aLink(person),
      await aLink(person, email, 'password'),
    ];
    await take(used);
    await browser.post('/account/addresses/remove', { email });
    t.clock.advance(31 * MINUTE);
    for (const token of [used, old, other, '', 'x', 'y'.repeat(10_000)])
      expect((await take(token)).status).toBe(400);
    expect(await addressesOf(person)).toEqual([person.email]);
  });

  it('works whole as well, as it stands in the mail', async () => {
    const link = `${t.settings.siteUrl}/account/address#${await aLink(person)}`;
    expect((await take(` ${link} `)).location).toBe('/account?done=address');
  });

  it('adds the address: they sign in with it, here and in apps, and the first one is told', async () => {
    await add();
    expect((await application.signIn({ email: ` ${email.toUpperCase()}` })).status).toBe(200);
    await new BrowserVisitor(t).signIn({ email });
    const mails = await trail.rows(`select email from mails where user_id = $1`, person.userId);
    expect(mails).toEqual([{ email: person.email }]);
    expect(await trail.entriesOf(person.userId)).toContain('takeAddressLink');
    expect((await t.app.get(UsersService).getByEmail(email)).id).toBe(person.userId);
  });

  it('gives an address to one of two people who prove it at the same time, twenty times', async () => {
    const other = await aPersonWithPassword(t);
    const visitor = await new BrowserVisitor(t).signIn(other);
    for (let round = 0; round < 20; round += 1) {
      const address = `${round}-${email}`;
      const answers = await Promise.all([add(address), add(address, visitor, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
      const [winner] = answers[0].status === 303 ? [browser] : [visitor];
      await winner.post('/account/addresses/remove', { email: address });
    }
  }, 60_000);

  it('never makes one address that of two people, whether as an account of its own or added, twenty times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const address = `${round}-${email}`;
      const token = await aLink(person, address);
      const created = t.app
        .get(AccountCreation)
        .create({ email: address }, { password: null, twoStep: false })
        .then(() => true)
        .catch(() => false);
      const [isCreated, answer] = await Promise.all([created, take(token)]);
      expect([isCreated, answer.status === 303].filter(Boolean)).toHaveLength(1);
      await browser.post('/account/addresses/remove', { email: address });
    }
  }, 60_000);
});

describe('an address', () => {
  it('stays where it is the first one, or none of theirs', async () => {
    const other = await aPersonWithPassword(t);
    await add(email, await new BrowserVisitor(t).signIn(other), other);
    for (const address of [person.email, other.email, email, 'x', ''])
      expect((await browser.post('/account/addresses/remove', { email: address })).location).toBe(
        '/account/addresses',
      );
    expect(await addressesOf(other)).toEqual([other.email, email]);
    expect(await addressesOf(person)).toEqual([person.email]);
  });

  it('opens nothing any more once it is removed, and is free', async () => {
    await add();
    expect((await browser.post('/account/addresses/remove', { email })).location).toContain('done=removed');
    expect((await application.signIn({ email })).status).toBe(401);
    expect(
      (await t.app.get(AccountCreation).create({ email }, { password: null, twoStep: false })).user.email,
    ).toBe(email);
  });

  it('becomes the first one: the one before stays theirs, and is told', async () => {
    await add();
    expect((await browser.post('/account/addresses/first', { email })).location).toContain('done=first');
    expect(await addressesOf(person)).toEqual([email, person.email]);
    for (const address of [email, person.email])
      expect((await application.signIn({ email: address })).status).toBe(200);
    const mails = await trail.rows<{ email: string }>(
      'select email from mails where user_id = $1',
      person.userId,
    );
    expect(mails.map((one) => one.email)).toEqual([person.email, person.email]);
    expect((await browser.get('/account')).text).toContain(`<p class="lede"><bdi>${email}`);
  });

  it("stays out of the first position where it is somebody else's", async () => {
    const other = await aPersonWithPassword(t);
    await add(email, await new BrowserVisitor(t).signIn(other), other);
    for (const address of [other.email, email])
      await browser.post('/account/addresses/first', { email: address });
    expect(await addressesOf(person)).toEqual([person.email]);
    expect(await addressesOf(other)).toEqual([other.email, email]);
  });

  it('becomes the first one alone, and none is lost, whatever is done at the same time', async () => {
    await add();
    await add(`third-${email}`);
    const all = [person.email, email, `third-${email}`].sort();
    const done = await Promise.all([
      ...all.map((address) => browser.post('/account/addresses/first', { email: address })),
      ...all.map((address) => browser.post('/account/addresses/first', { email: address })),
    ]);
    expect(done.map(({ status }) => status)).toEqual(Array(6).fill(303));
    expect((await addressesOf(person)).sort()).toEqual(all);
  });

  it('belongs to one person in the database, whoever writes', async () => {
    await add();
    const other = await aPersonWithPassword(t);
    const refusals = [
      trail.rows('insert into users (email) values ($1)', email),
      trail.rows('update users set email = $1 where id = $2', email, other.userId),
      trail.rows('insert into user_addresses (email, user_id) values ($1, $2)', other.email, person.userId),
      trail.rows('delete from user_addresses where email = $1', person.email),
      trail.rows('update user_addresses set user_id = $2 where email = $1', person.email, other.userId),
    ];
    const codes = (await Promise.allSettled(refusals)).map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'done',
    );
    expect(codes).toEqual(['23505', '23505', '23505', '23001', '23001']);
  });

  it('goes with the person, by whichever of them they are erased', async () => {
    await add();
    const { body } = await t.api.get('/me/export', { token: await tokenOf(t, person) });
    expect(body.account.addresses.map((one: { email: string }) => one.email)).toEqual([person.email, email]);
    expect((await t.app.get(PersonErasureService).erase(email)).erased).toMatchObject({
      users: 1,
      user_addresses: 2,
    });
    expect((await application.signIn(person)).status).toBe(401);
  });
});
