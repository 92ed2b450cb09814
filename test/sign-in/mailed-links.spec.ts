import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { LinkPurpose } from '../../src/features/account/links/one-time-link.entity.js';
import { CredentialsService } from '../../src/features/account/passwords/credentials.service.js';
import { OneTimeLinks } from '../../src/features/account/links/one-time-links.service.js';
import { User } from '../../src/features/account/user.entity.js';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { FROM_ELSEWHERE, LinkedService, NEW_PASSWORD } from '../support/mail/mailed-links.js';
import { aPerson, aSchool, type Person } from '../support/school.factory.js';
import { SigningBrowser } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

const MINUTES = 60_000;

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
});
afterAll(() => links.close());
afterEach(() => links.begin());

const statusOf = async (person: { email: string }, password: string): Promise<number> =>
  (await links.app.signIn(person, password)).status;

const rowOf = ({ userId }: Person) => t.dataSource.manager.findOneByOrFail(User, { id: userId });

describe('POST /password/set', () => {
  it('refuses a link that is none, is missing, or is for something else', async () => {
    const person = await aPersonWithPassword(t);
    const other = (purpose: LinkPurpose) =>
      t.dataSource.transaction((manager) =>
        t.app.get(OneTimeLinks).create(manager, { ...person, purpose, lifetimeMs: MINUTES }),
      );
    for (const token of ['', 'x', await other('invitation'), await other('address'), await other('passkey')])
      expect((await links.set(token)).status).toBe(400);
    expect((await links.post('/password/set', { password: NEW_PASSWORD })).status).toBe(400);
    expect(await statusOf(person, PASSWORD)).toBe(200);
  });

  it.each(FROM_ELSEWHERE)(
    "refuses another site's form, %s, and the link is good still",
    async (_, headers) => {
      const token = await links.linkOf(await aPersonWithPassword(t));
      const fields = { token, password: NEW_PASSWORD };
      expect((await links.post('/password/set', fields, { headers })).status).toBe(403);
      expect((await links.set(token)).status).toBe(200);
    },
  );

  it('refuses a link that was used, and says how to get another one', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    expect((await links.set(token)).status).toBe(200);
    const again = await links.set(token, 'another long password');
    expect(again.status).toBe(400);
    expect(again.html).toContain('href="/password/forgotten"');
    expect(await statusOf(person, NEW_PASSWORD)).toBe(200);
  });

  it('refuses a link at the moment at which it is 30 minutes old', async () => {
    const person = await aPersonWithPassword(t);
    t.clock.stopAt(new Date(t.clock.now()).toISOString());
    const token = await links.linkOf(person);
    t.clock.advance(30 * MINUTES);
    expect((await links.set(token)).status).toBe(400);
    t.clock.advance(-1);
    expect((await links.set(token)).status).toBe(200);
    t.clock.moveTo(new Date().toISOString());
  });

  it('refuses a weak password, and the link is good still', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    for (const weak of ['', 'short', 'password123', `${person.email}1`]) {
      const refused = await links.set(token, weak);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('too easy to guess');
      expect(refused.html).toContain(`name="token" value="${token}"`);
    }
    expect((await links.set(token)).status).toBe(200);
  });

  it('lets GET and HEAD of a program that follows links change nothing', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    for (const method of ['GET', 'HEAD'])
      for (const address of [
        `/password/set#${token}`,
        `/password/set?token=${token}`,
        `/password/set?${token}`,
      ])
        expect((await fetch(t.url + address, { method })).status).toBe(200);
    expect((await links.set(token)).status).toBe(200);
  });

  it('refuses a link that went to an address which the account has no more', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    await t.dataSource.query(`update users set email = 'moved-' || email where id = $1`, [person.userId]);
    await t.dataSource.query('delete from user_addresses where email = $1', [person.email]);
    const stranger = await aPerson(t, { email: person.email });
    expect((await links.set(token)).status).toBe(400);
    expect(await statusOf(stranger, NEW_PASSWORD)).toBe(401);
    expect(await statusOf({ ...person, email: `moved-${person.email}` }, PASSWORD)).toBe(200);
  });

  it('lets one through of eight at once with one link', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, i) => links.set(token, `${NEW_PASSWORD} number ${i}`)),
    );
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    const taken = pages.findIndex(({ status }) => status === 200);
    expect(await statusOf(person, `${NEW_PASSWORD} number ${taken}`)).toBe(200);
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('voids the other links of the person, also where all are used at once', async () => {
    const person = await aPersonWithPassword(t);
    const tokens = [await links.linkOf(person), await links.linkOf(person), await links.linkOf(person)];
    const statuses = (await Promise.all(tokens.map((token) => links.set(token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400]);
    const later = await links.linkOf({ email: (await aPersonWithPassword(t)).email });
    expect((await links.set(later)).status).toBe(200);
  });

  it('voids them, too, when the password is changed in another way', async () => {
    const person = await aPersonWithPassword(t);
    const token = await links.linkOf(person);
    await t.app.get(CredentialsService).setPassword(person.userId, 'what I have changed it to');
    expect((await links.set(token)).status).toBe(400);
  });

  it('sets the password, signs out everywhere, and mails that it was changed', async () => {
    const person = await aPersonWithPassword(t);
    const browser = new SigningBrowser(t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    const pair = (await links.app.signIn(person)).body as { access_token: string; refresh_token: string };
    expect((await t.api.get('/me', { token: pair.access_token })).status).toBe(200);
    const token = await links.linkOf(person);
    const page = await links.set(token);
    expect(page.html).toContain('href="/sign-in"');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect((await t.api.get('/me', { token: pair.access_token })).status).toBe(401);
    expect((await t.api.get('/me', { token: person.token })).status).toBe(401);
    expect((await links.app.renew(pair.refresh_token)).status).toBe(401);
    expect((await browser.open('/sign-in')).html).toContain('type="password"');
    expect(await statusOf(person, PASSWORD)).toBe(401);
    expect(await statusOf(person, NEW_PASSWORD)).toBe(200);
    const [told, ...more] = await links.mailboxes.take(t, person.email);
    expect(more).toEqual([]);
    expect(told!.subject).toBe('Your password was changed');
    expect(told!.text).toContain(`${t.settings.siteUrl}/password/forgotten`);
  });

  it('takes the whole link as people paste it', async () => {
    const token = await links.linkOf(await aPersonWithPassword(t));
    expect((await links.set(` ${t.settings.siteUrl}/password/set#${token}\n`)).status).toBe(200);
  });

  it('leaves the second step owed', async () => {
    const person = await aPersonWithTwoStep(t);
    expect((await links.set(await links.linkOf(person))).status).toBe(200);
    const { body } = await links.app.signIn(person, NEW_PASSWORD);
    expect(body.mfa_required).toBe(true);
    expect((await t.api.get('/me', { token: body.access_token as string })).status).toBe(401);
  });

  it('gives an account its first password', async () => {
    const person = await aPerson(t);
    expect((await links.set(await links.linkOf(person))).status).toBe(200);
    expect(await statusOf(person, NEW_PASSWORD)).toBe(200);
  });

  it('proves an address that was not proven yet, and no other one', async () => {
    const [person, verifiedAt] = [
      await aPerson(t, { emailVerifiedAt: null }),
      new Date('2026-01-01T00:00:00Z'),
    ];
    const other = await aPerson(t, { emailVerifiedAt: verifiedAt });
    expect(await statusOf(person, PASSWORD)).toBe(401);
    for (const one of [person, other]) expect((await links.set(await links.linkOf(one))).status).toBe(200);
    expect((await rowOf(person)).emailVerifiedAt).toBeInstanceOf(Date);
    expect((await rowOf(other)).emailVerifiedAt).toEqual(verifiedAt);
    expect(await statusOf(person, NEW_PASSWORD)).toBe(200);
  });

  it('works by a further address of the account, and by no address that is not proven beside it', async () => {
    const [person, second] = [await aPersonWithPassword(t), `second-${Date.now()}@example.org`];
    await t.dataSource.query('insert into user_addresses values ($1, $2, now())', [second, person.userId]);
    const token = await links.linkOf(person);
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [person.userId]);
    expect((await links.set(token)).status).toBe(400);
    expect((await links.set(await links.linkOf({ email: second }))).status).toBe(200);
    expect((await rowOf(person)).emailVerifiedAt).toBeNull();
    expect(await statusOf({ ...person, email: second }, NEW_PASSWORD)).toBe(200);
  });

  it('lets those in as well who are deactivated everywhere', async () => {
    const person = await aPersonWithPassword(t);
    const school = await aSchool(t);
    await school.deactivate(await school.parent({}, person));
    expect((await links.set(await links.linkOf(person))).status).toBe(200);
    expect(await statusOf(person, NEW_PASSWORD)).toBe(200);
  });

  it('leaves an entry of the person in the audit trail', async () => {
    const person = await aPersonWithPassword(t);
    await links.set(await links.linkOf(person));
    const entries = await t.dataSource.query(
      `select operation, actor_kind, item_type from audit_entries where actor_id = $1 or item_id = $1::text order by at desc limit 1`,
      [person.userId],
    );
    expect(entries).toEqual([{ operation: 'setPasswordByLink', actor_kind: 'person', item_type: 'user' }]);
  });
});
