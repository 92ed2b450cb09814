import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { watchStatements } from '../../src/platform/database/watched-statements.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { EveryRow } from '../support/database/every-row.js';
import { anAddress, FROM_ELSEWHERE, LinkedService } from '../support/mail/mailed-links.js';
import { aSchool } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
});
afterAll(() => links.close());
afterEach(() => links.begin());

describe('POST /password/forgotten', () => {
  it.each(FROM_ELSEWHERE)("refuses another site's form, %s", async (_, headers: Record<string, string>) => {
    const person = await aPersonWithPassword(t);
    expect((await links.ask(person.email, headers)).status).toBe(403);
    expect(await links.mailboxes.take(t, person.email)).toEqual([]);
  });

  it.each(['', 'Ada', 'a@b', `${'a'.repeat(260)}@example.org`])(
    'refuses %j, which is no address',
    async (email) => {
      expect((await links.ask(email)).status).toBe(400);
    },
  );

  it('mails nobody whom it does not know, and answers as to somebody whom it does', async () => {
    const person = await aPersonWithPassword(t);
    const [known, unknown] = [await links.ask(person.email), await links.ask('nobody@example.org')];
    expect(unknown.status).toBe(200);
    expect(unknown.html).toBe(known.html);
    const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(known.headers);
    expect(Object.fromEntries(unknown.headers)).toMatchObject(headers);
    expect(await links.mailboxes.take(t, 'nobody@example.org')).toEqual([]);
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(1);
    expect(await t.dataSource.query(`select 1 from mails where kind = 'password_link'`)).toEqual([]);
  });

  it('mails no link to an address that is suspended: it would set no password', async () => {
    const [person, suspended] = [await aPersonWithPassword(t), anAddress()];
    await t.dataSource.query(
      'insert into user_addresses (email, user_id, suspended_at) values ($1, $2, now())',
      [suspended, person.userId],
    );
    const [page, other] = [await links.ask(suspended), await links.ask('nobody@example.org')];
    expect(page.html).toBe(other.html);
    expect(await links.mailboxes.take(t, suspended)).toEqual([]);
  });

  it('works the same for somebody whom it does not know, until it has answered', async () => {
    const { email } = await aPersonWithPassword(t);
    const sent: string[] = [];
    watchStatements(t.app.get(DataSource), ({ text }) => void sent.push(text));
    const workFor = async (address: string) => {
      sent.length = 0;
      await links.ask(address);
      const written = await t.dataSource.query<{ kind: string; details: object }[]>(
        'select kind, details from mails where email = $1 and user_id is null',
        [address],
      );
      return { sent: [...sent], written };
    };
    const known = await workFor(email);
    expect(known.written).toHaveLength(1);
    expect(await workFor('nobody-at-all@example.org')).toEqual(known);
    await links.mailboxes.take(t, email);
  });

  it('mails one address five times a day, and from where its owner signs in all the same', async () => {
    const person = await aPersonWithPassword(t);
    const home = { 'x-forwarded-for': '198.51.100.7' };
    const password = { grant_type: 'password', email: person.email, password: PASSWORD };
    expect((await links.app.token(password, home)).status).toBe(200);
    const pages = [];
    for (let i = 0; i < 12; i += 1)
      pages.push(await links.ask(person.email, { 'x-forwarded-for': `203.0.113.${i}` }));
    expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(5);
    expect((await links.ask(person.email, home)).html).toBe(pages[0]!.html);
    expect(await links.mailboxes.take(t, person.email)).toHaveLength(1);
  });

  it('says that it is enough to whoever asks for fifty people in an hour', async () => {
    const statuses = [];
    for (let i = 0; i < 51; i += 1)
      statuses.push((await links.ask(`p${i}@example.org`, { 'x-forwarded-for': '203.0.113.99' })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
    while ((await links.mailboxes.take(t, 'p0@example.org')).length > 0);
  });

  it('writes in the language of the school, and says what to do when it was somebody else', async () => {
    const person = await aPersonWithPassword(t);
    await (await aSchool(t, { locale: 'fr-FR' })).parent({}, person);
    await links.ask(` ${person.email.toUpperCase()} `);
    const mail = await links.mailboxes.takeLink(t, person.email);
    expect(mail.subject).toBe('Votre lien pour un nouveau mot de passe');
    expect(mail.text).toContain('Si ce n’était pas vous');
    expect(mail.link.href).toBe(`${t.settings.siteUrl}/password/set#${mail.secret}`);
  });

  it('stores no secret that somebody could read, before the mail is sent or after', async () => {
    const person = await aPersonWithPassword(t);
    await links.ask(person.email);
    expect(await t.dataSource.query('select 1 from one_time_links where email = $1', [person.email])).toEqual(
      [],
    );
    const { secret } = await links.mailboxes.takeLink(t, person.email);
    expect((await EveryRow.of(t.dataSource)).holding(secret)).toEqual([]);
  });
});
