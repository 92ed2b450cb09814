import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CredentialsService } from '../../src/features/identity/credentials.service.js';
import { OneTimeLinks } from '../../src/features/identity/one-time-links.service.js';
import type { LinkPurpose } from '../../src/features/identity/account.entity.js';
import { User } from '../../src/features/identity/user.entity.js';
import { watchStatements } from '../../src/platform/database/watched-statements.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/application.factory.js';
import { EveryRow } from '../support/every-row.js';
import { Mailboxes } from '../support/mailbox.js';
import { aPerson, aSchool, type Person } from '../support/school.factory.js';
import { type ShownPage, SigningBrowser, startAtItsAddress } from '../support/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

const NEW = 'seven purple lanterns';
const MINUTES = 60_000;
const DAY = 24 * 60 * MINUTES;

let t: TestApp;
let app: TestApplication;
const mailboxes = new Mailboxes();
beforeAll(async () => {
  t = await startAtItsAddress({ smtpUrl: await mailboxes.start(), trustProxy: 1 });
  app = await anApplication(t);
});
afterAll(async () => {
  await t.close();
  await mailboxes.stop();
});
afterEach(() => t.dataSource.query('delete from attempt_counts'));

const post = (
  path: string,
  fields: Record<string, string>,
  headers?: Record<string, string>,
): Promise<ShownPage> => new SigningBrowser(t.url).post(path, new URLSearchParams(fields), headers);

const ask = (email: string, headers?: Record<string, string>) =>
  post('/password/forgotten', { email }, headers);
const set = (token: string, password = NEW) => post('/password/set', { token, password });

/** Of the mail that they have asked for. */
async function linkOf({ email }: { email: string }): Promise<string> {
  await ask(email);
  return (await mailboxes.takeLink(t, email)).secret;
}

const statusOf = async (person: Person, password: string): Promise<number> =>
  (await app.signIn(person, password)).status;

const rowOf = ({ userId }: Person) => t.dataSource.manager.findOneByOrFail(User, { id: userId });

describe('POST /password/forgotten', () => {
  it.each([
    ['as a browser says it', { 'sec-fetch-site': 'cross-site' }],
    ['of a part of the same site', { 'sec-fetch-site': 'same-site' }],
    ['as an older browser says it', { origin: 'https://elsewhere.example' }],
    ['whose origin is hidden', { origin: 'null' }],
  ])("refuses another site's form, %s", async (_, headers: Record<string, string>) => {
    const person = await aPersonWithPassword(t);
    expect((await ask(person.email, headers)).status).toBe(403);
    expect(await mailboxes.take(t, person.email)).toEqual([]);
  });

  it.each(['', 'Ada', 'a@b', `${'a'.repeat(260)}@example.org`])(
    'refuses %j, which is no address',
    async (email) => {
      expect((await ask(email)).status).toBe(400);
    },
  );

  it('mails nobody whom it does not know, and answers as to somebody whom it does', async () => {
    const person = await aPersonWithPassword(t);
    const [known, unknown] = [await ask(person.email), await ask('nobody@example.org')];
    expect(unknown.status).toBe(200);
    expect(unknown.html).toBe(known.html);
    const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(known.headers);
    expect(Object.fromEntries(unknown.headers)).toMatchObject(headers);
    expect(await mailboxes.take(t, 'nobody@example.org')).toEqual([]);
    expect(await mailboxes.take(t, person.email)).toHaveLength(1);
    expect(await t.dataSource.query(`select 1 from account_mails where kind = 'password_link'`)).toEqual([]);
  });

  it('does the same for somebody whom it does not know, until it has answered', async () => {
    const { email } = await aPersonWithPassword(t);
    const sent: string[] = [];
    watchStatements(t.app.get(DataSource), ({ text }) => void sent.push(text));
    const workFor = async (address: string) => {
      sent.length = 0;
      await ask(address);
      const written = await t.dataSource.query<{ kind: string; details: object }[]>(
        'select kind, details from account_mails where email = $1 and user_id is null',
        [address],
      );
      return { sent: [...sent], written };
    };
    const known = await workFor(email);
    expect(known.written).toHaveLength(1);
    expect(await workFor('nobody-at-all@example.org')).toEqual(known);
    await mailboxes.take(t, email);
  });

  it('mails one address five times a day, and from where its owner signs in all the same', async () => {
    const person = await aPersonWithPassword(t);
    const home = { 'x-forwarded-for': '198.51.100.7' };
    const password = { grant_type: 'password', email: person.email, password: PASSWORD };
    expect((await app.token(password, home)).status).toBe(200);
    const pages = [];
    for (let i = 0; i < 12; i += 1)
      pages.push(await ask(person.email, { 'x-forwarded-for': `203.0.113.${i}` }));
    expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(await mailboxes.take(t, person.email)).toHaveLength(5);
    expect((await ask(person.email, home)).html).toBe(pages[0]!.html);
    expect(await mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('says that it is enough to whoever asks for fifty people in an hour', async () => {
    const statuses = [];
    for (let i = 0; i < 51; i += 1)
      statuses.push((await ask(`p${i}@example.org`, { 'x-forwarded-for': '203.0.113.99' })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
    while ((await mailboxes.take(t, 'p0@example.org')).length > 0);
  });

  it('writes in the language of the school, and says what to do when it was somebody else', async () => {
    const person = await aPersonWithPassword(t);
    await (await aSchool(t, { locale: 'fr-FR' })).parent({}, person);
    await ask(` ${person.email.toUpperCase()} `);
    const mail = await mailboxes.takeLink(t, person.email);
    expect(mail.subject).toBe('Votre lien pour un nouveau mot de passe');
    expect(mail.text).toContain('Si ce n’était pas vous');
    expect(mail.link.href).toBe(`${t.settings.siteUrl}/password/set#${mail.secret}`);
  });

  it('stores no secret that somebody could read, before the mail is sent or after', async () => {
    const person = await aPersonWithPassword(t);
    await ask(person.email);
    expect(await t.dataSource.query('select 1 from one_time_links where email = $1', [person.email])).toEqual(
      [],
    );
    const { secret } = await mailboxes.takeLink(t, person.email);
    expect((await EveryRow.of(t.dataSource)).holding(secret)).toEqual([]);
  });
});

describe('POST /password/set', () => {
  it('refuses a link that is none, is missing, or is for something else', async () => {
    const person = await aPersonWithPassword(t);
    const other = (purpose: LinkPurpose) =>
      t.dataSource.transaction((manager) =>
        t.app.get(OneTimeLinks).create(manager, { ...person, purpose, lifetimeMs: MINUTES }),
      );
    for (const token of ['', 'x', await other('invitation'), await other('address'), await other('passkey')])
      expect((await set(token)).status).toBe(400);
    expect((await post('/password/set', { password: NEW })).status).toBe(400);
    expect(await statusOf(person, PASSWORD)).toBe(200);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ])("refuses another site's form (%j), and the link is good still", async (headers) => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    expect((await post('/password/set', { token, password: NEW }, headers)).status).toBe(403);
    expect((await set(token)).status).toBe(200);
  });

  it('refuses a link that was used, and says how to get another one', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    expect((await set(token)).status).toBe(200);
    const again = await set(token, 'another long password');
    expect(again.status).toBe(400);
    expect(again.html).toContain('href="/password/forgotten"');
    expect(await statusOf(person, NEW)).toBe(200);
  });

  it('refuses a link at the moment at which it is 30 minutes old', async () => {
    const person = await aPersonWithPassword(t);
    t.clock.stopAt(new Date(t.clock.now()).toISOString());
    const token = await linkOf(person);
    t.clock.advance(30 * MINUTES);
    expect((await set(token)).status).toBe(400);
    t.clock.advance(-1);
    expect((await set(token)).status).toBe(200);
    t.clock.moveTo(new Date().toISOString());
  });

  it('refuses a weak password, and the link is good still', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    for (const weak of ['', 'short', 'password123', `${person.email}1`]) {
      const refused = await set(token, weak);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('too easy to guess');
      expect(refused.html).toContain(`name="token" value="${token}"`);
    }
    expect((await set(token)).status).toBe(200);
  });

  it('lets GET and HEAD of a program that follows links change nothing', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    for (const method of ['GET', 'HEAD'])
      for (const address of [
        `/password/set#${token}`,
        `/password/set?token=${token}`,
        `/password/set?${token}`,
      ])
        expect((await fetch(t.url + address, { method })).status).toBe(200);
    expect((await set(token)).status).toBe(200);
  });

  it('refuses a link that went to an address which the account has no more', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    await t.dataSource.query(`update users set email = 'moved-' || email where id = $1`, [person.userId]);
    await t.dataSource.query('delete from user_addresses where email = $1', [person.email]);
    const stranger = await aPerson(t, { email: person.email });
    expect((await set(token)).status).toBe(400);
    expect(await statusOf(stranger, NEW)).toBe(401);
    expect(await statusOf({ ...person, email: `moved-${person.email}` }, PASSWORD)).toBe(200);
  });

  it('of eight at once with one link lets one through', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    const pages = await Promise.all(Array.from({ length: 8 }, (_, i) => set(token, `${NEW} number ${i}`)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    const taken = pages.findIndex(({ status }) => status === 200);
    expect(await statusOf(person, `${NEW} number ${taken}`)).toBe(200);
    expect(await mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('voids the other links of the person, also where all are used at once', async () => {
    const person = await aPersonWithPassword(t);
    const tokens = [await linkOf(person), await linkOf(person), await linkOf(person)];
    const statuses = (await Promise.all(tokens.map((token) => set(token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400]);
    const later = await linkOf({ email: (await aPersonWithPassword(t)).email });
    expect((await set(later)).status).toBe(200);
  });

  it('voids them, too, when the password is changed in another way', async () => {
    const person = await aPersonWithPassword(t);
    const token = await linkOf(person);
    await t.app.get(CredentialsService).setPassword(person.userId, 'what I have changed it to');
    expect((await set(token)).status).toBe(400);
  });

  it('sets the password, signs out everywhere, and mails that it was changed', async () => {
    const person = await aPersonWithPassword(t);
    const browser = new SigningBrowser(t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    const pair = (await app.signIn(person)).body as { access_token: string; refresh_token: string };
    expect((await t.api.get('/me', { token: pair.access_token })).status).toBe(200);
    const token = await linkOf(person);
    const page = await set(token);
    expect(page.html).toContain('href="/sign-in"');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect((await t.api.get('/me', { token: pair.access_token })).status).toBe(401);
    expect((await t.api.get('/me', { token: person.token })).status).toBe(401);
    expect((await app.renew(pair.refresh_token)).status).toBe(401);
    expect((await browser.open('/sign-in')).html).toContain('type="password"');
    expect(await statusOf(person, PASSWORD)).toBe(401);
    expect(await statusOf(person, NEW)).toBe(200);
    const [told, ...more] = await mailboxes.take(t, person.email);
    expect(more).toEqual([]);
    expect(told!.subject).toBe('Your password was changed');
    expect(told!.text).toContain(`${t.settings.siteUrl}/password/forgotten`);
  });

  it('takes the whole link as people paste it', async () => {
    const token = await linkOf(await aPersonWithPassword(t));
    expect((await set(` ${t.settings.siteUrl}/password/set#${token}\n`)).status).toBe(200);
  });

  it('leaves the second step owed', async () => {
    const person = await aPersonWithTwoStep(t);
    expect((await set(await linkOf(person))).status).toBe(200);
    const { body } = await app.signIn(person, NEW);
    expect(body.mfa_required).toBe(true);
    expect((await t.api.get('/me', { token: body.access_token as string })).status).toBe(401);
  });

  it('gives an account its first password', async () => {
    const person = await aPerson(t);
    expect((await set(await linkOf(person))).status).toBe(200);
    expect(await statusOf(person, NEW)).toBe(200);
  });

  it('proves an address that was not proven yet, and no other one', async () => {
    const [person, verifiedAt] = [
      await aPerson(t, { emailVerifiedAt: null }),
      new Date('2026-01-01T00:00:00Z'),
    ];
    const other = await aPerson(t, { emailVerifiedAt: verifiedAt });
    expect(await statusOf(person, PASSWORD)).toBe(401);
    for (const one of [person, other]) expect((await set(await linkOf(one))).status).toBe(200);
    expect((await rowOf(person)).emailVerifiedAt).toBeInstanceOf(Date);
    expect((await rowOf(other)).emailVerifiedAt).toEqual(verifiedAt);
    expect(await statusOf(person, NEW)).toBe(200);
  });

  it('works by a further address of the account, and by no address that is not proven beside it', async () => {
    const [person, second] = [await aPersonWithPassword(t), `second-${Date.now()}@example.org`];
    await t.dataSource.query('insert into user_addresses values ($1, $2, now())', [second, person.userId]);
    const token = await linkOf(person);
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [person.userId]);
    expect((await set(token)).status).toBe(400);
    expect((await set(await linkOf({ email: second }))).status).toBe(200);
    expect((await rowOf(person)).emailVerifiedAt).toBeNull();
    expect(await statusOf({ ...person, email: second }, NEW)).toBe(200);
  });

  it('is for those as well who are deactivated everywhere', async () => {
    const person = await aPersonWithPassword(t);
    const school = await aSchool(t);
    await school.deactivate(await school.parent({}, person));
    expect((await set(await linkOf(person))).status).toBe(200);
    expect(await statusOf(person, NEW)).toBe(200);
  });

  it('leaves an entry of the person in the audit trail', async () => {
    const person = await aPersonWithPassword(t);
    await set(await linkOf(person));
    const entries = await t.dataSource.query(
      `select operation, actor_kind, item_type from audit_entries where actor_id = $1 or item_id = $1::text order by at desc limit 1`,
      [person.userId],
    );
    expect(entries).toEqual([{ operation: 'setPasswordByLink', actor_kind: 'person', item_type: 'user' }]);
  });
});

describe('A sign-in from a source that is new', () => {
  const HOME = '198.51.100.20';
  const from = (source: string) => ({ 'x-forwarded-for': source });
  const signIn = (person: Person, source: string) =>
    app.token({ grant_type: 'password', email: person.email, password: PASSWORD }, from(source));

  it('is mailed once, and the first one of all is not', async () => {
    const person = await aPersonWithPassword(t);
    await (await aSchool(t, { locale: 'de-AT' })).parent({}, person);
    await signIn(person, HOME);
    expect(await mailboxes.take(t, person.email)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => signIn(person, '203.0.113.50')));
    const [mail, ...more] = await mailboxes.take(t, person.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Eine neue Anmeldung bei Ihrem Konto');
    expect(mail!.text).not.toContain('203.0.113.50');
    // What is known is written down anew once a day.
    t.clock.advance(2 * DAY);
    for (const source of ['203.0.113.50', HOME]) expect((await signIn(person, source)).status).toBe(200);
    expect(await mailboxes.take(t, person.email)).toEqual([]);
    t.clock.moveTo(new Date().toISOString());
  });

  it('is not mailed before the second step is done', async () => {
    const person = await aPersonWithTwoStep(t);
    const verified = async (source: string, code: string): Promise<void> => {
      const { body } = await signIn(person, source);
      const token = body.access_token as string;
      const challenge = (await t.api.post('/auth/two-step/challenge', { token })).body as {
        challenge_id: string;
      };
      if (source !== HOME) expect(await mailboxes.take(t, person.email)).toEqual([]);
      const answer = await t.api.post('/auth/two-step/verify', {
        ...{ token, headers: from(source) },
        body: { challenge_id: challenge.challenge_id, code },
      });
      expect(answer.status).toBe(200);
    };
    await verified(HOME, person.recoveryCodes[0]!);
    await verified('203.0.113.51', person.recoveryCodes[1]!);
    expect(await mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('is mailed where it was in a browser', async () => {
    const person = await aPersonWithPassword(t);
    await signIn(person, HOME);
    const headers = { 'sec-fetch-site': 'same-origin', ...from('203.0.113.52') };
    await post('/sign-in/password', { email: person.email, password: PASSWORD }, headers);
    expect(await mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('is not mailed where a session that was open is renewed', async () => {
    const person = await aPersonWithPassword(t);
    const { body } = await signIn(person, HOME);
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expect((await app.token(renewal, from('203.0.113.53'))).status).toBe(200);
    expect(await mailboxes.take(t, person.email)).toEqual([]);
  });
});
