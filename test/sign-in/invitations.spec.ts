import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberRole } from '../../src/platform/auth/caller.js';
import type { Student } from '../../src/features/directory/student.entity.js';
import { Guardian } from '../../src/features/directory/guardian.entity.js';
import { OneTimeLinks } from '../../src/features/identity/one-time-links.service.js';
import { User } from '../../src/features/identity/user.entity.js';
import { InvitationsService } from '../../src/features/registration/registration.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/application.factory.js';
import { EveryRow } from '../support/every-row.js';
import { Mailboxes } from '../support/mailbox.js';
import { types } from '../support/operator.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { type ShownPage, SigningBrowser, startAtItsAddress } from '../support/signing-browser.js';
import type { TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const NEW = 'seven purple lanterns';
const DAY = 24 * 60 * 60_000;
const COOKIE = 'school-directory';

let t: TestApp;
let app: TestApplication;
let people = 0;
const mailboxes = new Mailboxes();
beforeAll(async () => {
  t = await startAtItsAddress({ smtpUrl: await mailboxes.start(), trustProxy: 1 });
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: t.settings.signingKey });
  app = await anApplication(t);
});
afterAll(async () => {
  await t.close();
  await mailboxes.stop();
});
afterEach(async () => {
  await t.dataSource.query('delete from attempt_counts');
  t.clock.moveTo(new Date().toISOString());
});

const anAddress = (): string => `invited-${(people += 1)}@example.org`;

const post = (
  path: string,
  fields: Record<string, string>,
  {
    browser = new SigningBrowser(t.url),
    headers,
  }: { browser?: SigningBrowser; headers?: Record<string, string> } = {},
): Promise<ShownPage> => browser.post(path, new URLSearchParams(fields), headers);

const open = (token: string) => post('/invitation/open', { token });
const accept = (token: string, more: Record<string, string> = {}, browser?: SigningBrowser) =>
  post('/invitation', { token, password: NEW, ...more }, { ...(browser && { browser }) });

async function send(school: TestSchool, email: string): Promise<string> {
  const { id, name, locale, timeZone } = await t.app.get(SchoolsService).getByReference(school.id);
  await t.app.get(InvitationsService).send({ id, name, locale, timeZone }, { email });
  return (await mailboxes.takeLink(t, email)).secret;
}

/** @returns the secret of the link that they were mailed */
async function invite(
  school: TestSchool,
  email: string,
  { student, role = 'parent' }: { student?: Student; role?: MemberRole } = {},
): Promise<string> {
  const students = student ? [{ studentId: student.id, relation: 'mother' as const }] : [];
  await t.app.get(InvitationsService).invite({ schoolId: school.id, email, role, students });
  return send(school, email);
}

const accountsOf = (email: string) => t.dataSource.manager.findBy(User, { email });
const membershipsOf = (email: string) =>
  t.dataSource.query<{ school_id: string; role: string }[]>(
    'select m.school_id, m.role from memberships m join users u on u.id = m.user_id where u.email = $1 order by 1',
    [email],
  );

async function expectNothingMade(email: string): Promise<void> {
  expect(await accountsOf(email)).toEqual([]);
}

describe('The link of an invitation', () => {
  it('that is none, is missing, or is for something else gets nothing', async () => {
    const person = await aPersonWithPassword(t);
    const other = await t.dataSource.transaction((manager) =>
      t.app.get(OneTimeLinks).create(manager, { ...person, purpose: 'password', lifetimeMs: DAY }),
    );
    for (const token of ['', 'x', other])
      for (const page of [await open(token), await accept(token), await post('/invitation/renew', { token })])
        expect([page.status, page.headers.get('set-cookie')]).toEqual([400, null]);
    expect((await post('/invitation', { password: NEW })).status).toBe(400);
  });

  it("is not taken from another site's form, and is good still", async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ];
    for (const headers of elsewhere)
      for (const path of ['/invitation', '/invitation/open', '/invitation/renew'])
        expect((await post(path, { token, password: NEW }, { headers })).status).toBe(403);
    await expectNothingMade(email);
    expect((await accept(token)).status).toBe(200);
  });

  it('is not used up by GET, HEAD, or by looking at it', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${t.url}/invitation?token=${token}`, { method })).status).toBe(200);
    expect(await (await fetch(`${t.url}/invitation#${token}`)).text()).not.toContain(email);
    for (let i = 0; i < 3; i += 1) expect((await open(token)).html).toContain(email);
    await expectNothingMade(email);
    expect((await accept(token)).status).toBe(200);
  });

  it('is not used up by a weak password', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    for (const password of ['', 'short', 'password123', `${email}1`]) {
      const refused = await accept(token, { password });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('too easy to guess');
    }
    await expectNothingMade(email);
    expect((await accept(token)).status).toBe(200);
  });

  it('is good once', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    expect((await accept(token)).status).toBe(200);
    const again = await accept(token, { password: 'another long password' });
    expect([again.status, again.headers.get('set-cookie')]).toEqual([400, null]);
    expect((await app.signIn({ email }, NEW)).status).toBe(200);
  });

  it('is good for 14 days; after that a button mails another one to the same address, and shows nothing', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    t.clock.stopAt(new Date(t.clock.now()).toISOString());
    const token = await invite(school, email);
    t.clock.advance(14 * DAY - 1);
    expect((await open(token)).status).toBe(200);
    t.clock.advance(1);
    for (const page of [await open(token), await accept(token)]) {
      expect(page.status).toBe(400);
      expect(page.html).toContain('action="/invitation/renew"');
      expect(page.html).not.toContain(email);
    }
    await expectNothingMade(email);
    const browser = new SigningBrowser(t.url);
    await post('/invitation/open', { token }, { browser });
    const renewed = await browser.submit('/invitation/renew');
    expect(renewed.status).toBe(200);
    const { secret } = await mailboxes.takeLink(t, email);
    expect(renewed.html).not.toContain(secret);
    expect(renewed.html).not.toContain(email);
    expect((await accept(token)).status).toBe(400);
    expect((await accept(secret)).status).toBe(200);
  });

  it('fills nobody’s mailbox, however often another one is asked for', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    const pages = [];
    for (let i = 0; i < 12; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      pages.push((await post('/invitation/renew', { token }, { headers })).html);
      await mailboxes.take(t, 'nobody@example.org');
    }
    expect(new Set(pages).size).toBe(1);
    expect(await mailboxes.take(t, email)).toHaveLength(5);
  });

  it('is void once the invitation has come to its end', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    t.clock.advance(60 * DAY + 1);
    for (const page of [await open(token), await accept(token), await post('/invitation/renew', { token })])
      expect(page.status).toBe(400);
    await expectNothingMade(email);
  });

  it('is closed when the school has withdrawn the invitation', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    await t.app.get(InvitationsService).withdraw(school.id, email);
    for (const page of [await open(token), await accept(token), await post('/invitation/renew', { token })]) {
      expect(page.status).toBe(400);
      expect(page.html).toContain('no longer open');
    }
    await expectNothingMade(email);
    expect(await mailboxes.take(t, email)).toEqual([]);
  });

  it('is closed when it was accepted in another way', async () => {
    const [school, person] = [await aSchool(t), await aPerson(t)];
    const token = await invite(school, person.email);
    expect((await t.api.post('/registration/confirm', { token: person.token })).status).toBe(200);
    for (const page of [await open(token), await accept(token), await post('/invitation/renew', { token })])
      expect(page.html).toContain('no longer open');
    expect((await app.signIn(person, NEW)).status).toBe(401);
  });

  it('is closed when the guardian is on file no more, or the student', async () => {
    const [school, ...emails] = [await aSchool(t), anAddress(), anAddress()];
    const [ada, ben] = [await school.student(), await school.student()];
    const guardians = [
      await school.guardian(ada, { email: emails[0] }),
      await school.guardian(ben, { email: emails[1] }),
    ];
    const tokens = [await send(school, emails[0]), await send(school, emails[1])];
    await t.dataSource.manager.delete(Guardian, { id: guardians[0]!.id });
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ben.id]);
    for (const token of tokens) expect((await accept(token)).html).toContain('no longer open');
    for (const email of emails) await expectNothingMade(email);
  });

  it('does not bring back whom the school has deactivated', async () => {
    const [school, person] = [await aSchool(t), await aPersonWithPassword(t)];
    const token = await invite(school, person.email);
    await school.deactivate(await school.parent({}, person));
    expect((await accept(token)).html).toContain('no longer open');
    const { body } = await t.api.get('/me', { token: await tokenOf(t, person) });
    expect(body.is_fully_deactivated).toBe(true);
  });
});

describe('Somebody new who accepts an invitation', () => {
  it('has an account, a proven address, what the school has prepared, and is signed in in this browser', async () => {
    const school = await aSchool(t, { name: 'Lin & <b>Coln</b>' });
    const [ada, email] = [await school.student({ firstName: 'Ada' }), anAddress()];
    const token = await invite(school, email, { student: ada });
    const browser = new SigningBrowser(t.url);
    const opened = await post('/invitation/open', { token }, { browser });
    expect(opened.html).toContain('<bdi>Lin &amp; &lt;b&gt;Coln&lt;/b&gt;</bdi> invites you');
    expect(opened.html).toContain(email);
    const names = { first_name: ' Maria ', last_name: 'Ruiz' };
    const accepted = await browser.submit('/invitation', { password: NEW, ...names });
    expect(accepted.status).toBe(200);
    expect(accepted.html).toContain(`href="/schools/${school.id}"`);
    expect(accepted.html).toContain('href="/account"');
    expect(browser.cookie(COOKIE)).toBeDefined();
    expect((await browser.open('/sign-in')).url.pathname).toBe('/account');
    expect(await accountsOf(email)).toMatchObject([
      { emailVerifiedAt: expect.any(Date), firstName: 'Maria', lastName: 'Ruiz', twoStepEnabled: false },
    ]);
    const { body } = await app.signIn({ email }, NEW);
    expect(body.mfa_required).toBe(false);
    const me = await t.api.get('/me', { token: body.access_token as string });
    expect(me.body.memberships).toMatchObject([
      { school_id: school.id, role: 'parent', status: 'active', students: [{ id: ada.id }] },
    ]);
    expect(await mailboxes.take(t, email)).toEqual([]);
  });

  it('is asked for no name that the school has on file', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    await school.guardian(await school.student(), { email });
    const token = await send(school, email);
    expect((await open(token)).html).not.toContain('first_name');
    expect((await accept(token)).status).toBe(200);
    expect(await membershipsOf(email)).toEqual([{ school_id: school.id, role: 'parent' }]);
    expect(await t.dataSource.manager.findBy(Guardian, { email })).toMatchObject([
      { firstName: 'Maria', membershipId: expect.any(String) },
    ]);
  });

  it('gets what every school has prepared for the address', async () => {
    const [north, south, email] = [await aSchool(t), await aSchool(t), anAddress()];
    await t.app
      .get(InvitationsService)
      .invite({ schoolId: south.id, email, role: 'junior_admin', students: [] });
    expect((await accept(await invite(north, email))).status).toBe(200);
    expect(await membershipsOf(email)).toHaveLength(2);
  });

  it('is one account and one membership, of eight clicks at once', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email, { student: await school.student() });
    const pages = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await membershipsOf(email)).toHaveLength(1);
    expect(await t.dataSource.manager.countBy(Guardian, { email })).toBe(1);
  });

  it('is one account, of the links of two schools at once', async () => {
    const [north, south, email] = [await aSchool(t), await aSchool(t), anAddress()];
    const tokens = [await invite(north, email), await invite(south, email)];
    const pages = await Promise.all(tokens.map((token) => accept(token)));
    expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await membershipsOf(email)).toHaveLength(2);
  });

  it('reads it in the language of the browser, and the mail in that of the school', async () => {
    const [school, email] = [await aSchool(t, { name: 'Escuela Norte', locale: 'es-MX' }), anAddress()];
    await t.app.get(InvitationsService).invite({ schoolId: school.id, email, role: 'parent', students: [] });
    const { id, name, locale, timeZone } = await t.app.get(SchoolsService).getByReference(school.id);
    await t.app.get(InvitationsService).send({ id, name, locale, timeZone });
    const { subject, text, link, secret } = await mailboxes.takeLink(t, email);
    expect(subject).toBe('Escuela Norte le invita a su directorio');
    expect(text).toContain('no tiene que hacer nada');
    expect(link.href).toBe(`${t.settings.siteUrl}/invitation#${secret}`);
    const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'de-AT,de;q=0.9' };
    expect((await post('/invitation/open', { token: secret }, { headers })).html).toContain(
      'lädt Sie in ihr Verzeichnis ein',
    );
  });

  it('leaves an entry of theirs in the trail of the school', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    await accept(await invite(school, email));
    const [account] = await accountsOf(email);
    expect(
      await t.dataSource.query(
        `select operation, actor_kind, membership_id is not null as member from audit_entries
         where school_id = $1 and actor_id = $2`,
        [school.id, account!.id],
      ),
    ).toEqual([{ operation: 'acceptInvitation', actor_kind: 'person', member: true }]);
  });

  it('is stored with no secret that somebody could read', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const [token, browser] = [await invite(school, email), new SigningBrowser(t.url)];
    await accept(token, {}, browser);
    expect((await EveryRow.of(t.dataSource)).holding(token, browser.cookie(COOKIE)!, NEW)).toEqual([]);
  });

  it('is signed out of whatever account was signed in in this browser', async () => {
    const [school, email, before] = [await aSchool(t), anAddress(), await aPersonWithPassword(t)];
    const browser = new SigningBrowser(t.url);
    await browser.open('/sign-in');
    await browser.submit('/password', { email: before.email, password: PASSWORD });
    await accept(await invite(school, email), {}, browser);
    const sessions = await t.dataSource.query(
      `select u.email from user_sessions s join users u on u.id = s.user_id
       where s.browser_token_hash is not null and s.revoked_at is null and u.email in ($1, $2)`,
      [email, before.email],
    );
    expect(sessions).toEqual([{ email }]);
  });
});

describe('Somebody with an account who accepts an invitation', () => {
  it.each([
    ['a password', aPersonWithPassword],
    ['two-step verification', aPersonWithTwoStep],
  ])('keeps %s, is not signed in by the link, and belongs to the school', async (_, aPersonWith) => {
    const [school, person] = [await aSchool(t), await aPersonWith(t)];
    const student = await school.student();
    const token = await invite(school, person.email, { student });
    const browser = new SigningBrowser(t.url);
    const opened = await post('/invitation/open', { token }, { browser });
    expect(opened.html).not.toContain('type="password"');
    const accepted = await browser.submit('/invitation', { password: NEW });
    expect(accepted.status).toBe(200);
    expect(accepted.html).toContain('href="/sign-in"');
    expect(browser.cookie(COOKIE)).toBeUndefined();
    expect((await app.signIn(person, NEW)).status).toBe(401);
    expect((await app.signIn(person)).body.mfa_required).toBe('totpSecret' in person);
    expect(await membershipsOf(person.email)).toEqual([{ school_id: school.id, role: 'parent' }]);
    const read = await t.api.get(`/students/${student.id}`, { token: await tokenOf(t, person) });
    expect(read.body.is_own).toBe(true);
  });

  it('sets a password where there was none, and owes the second step where it is on', async () => {
    const [school, plain, careful] = [await aSchool(t), await aPerson(t), await aPersonWithTwoStep(t)];
    await t.dataSource.query('update user_credentials set password_hash = null where user_id = $1', [
      careful.userId,
    ]);
    const browser = new SigningBrowser(t.url);
    await accept(await invite(school, plain.email), {}, browser);
    expect((await browser.open('/sign-in')).url.pathname).toBe('/account');
    expect((await app.signIn(plain, NEW)).body.mfa_required).toBe(false);
    const owing = new SigningBrowser(t.url);
    const page = await accept(await invite(school, careful.email), {}, owing);
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.html).toContain('name="code"');
    expect((await app.signIn(careful, NEW)).body.mfa_required).toBe(true);
    expect((await mailboxes.take(t, plain.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
  });

  it('replaces a password that somebody else may have set before the address was proven', async () => {
    const [school, person] = [await aSchool(t), await aPersonWithPassword(t)];
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [person.userId]);
    expect((await accept(await invite(school, person.email))).status).toBe(200);
    expect((await app.signIn(person)).status).toBe(401);
    expect((await app.signIn(person, NEW)).status).toBe(200);
  });

  it('is found by a further address, and makes no second account', async () => {
    const [school, person, email] = [await aSchool(t), await aPersonWithPassword(t), anAddress()];
    await t.dataSource.query('insert into user_addresses values ($1, $2, now())', [email, person.userId]);
    expect((await accept(await invite(school, email))).html).toContain('href="/sign-in"');
    await expectNothingMade(email);
    expect(await membershipsOf(person.email)).toHaveLength(1);
  });
});

describe('person erase', () => {
  it('takes links and mails of an address, with an account or without', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await invite(school, email);
    await post('/password/forgotten', { email });
    expect((await types(['person', 'erase', '--email', email, '--confirm'])).status).toBe(0);
    expect((await EveryRow.of(t.dataSource)).holding(email)).toEqual([]);
    expect((await accept(token)).status).toBe(400);
  });
});
