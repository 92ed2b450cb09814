import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { User } from '../../src/features/account/user.entity.js';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { EveryRow } from '../support/database/every-row.js';
import { anAddress, LinkedService, NEW_PASSWORD } from '../support/mail/mailed-links.js';
import { types } from '../support/processes/operator.js';
import { aPerson, aSchool } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const COOKIE = 'school-directory';

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: t.settings.signingKey });
});
afterAll(() => links.close());
afterEach(() => links.begin());

const accountsOf = (email: string) => t.dataSource.manager.findBy(User, { email });
const membershipsOf = (email: string) =>
  t.dataSource.query<{ school_id: string; role: string }[]>(
    'select m.school_id, m.role from memberships m join users u on u.id = m.user_id where u.email = $1 order by 1',
    [email],
  );

describe('Somebody new who accepts an invitation', () => {
  it('gets an account, a proven address, what the school has prepared, and is signed in in this browser', async () => {
    const school = await aSchool(t, { name: 'Lin & <b>Coln</b>' });
    const [ada, email] = [await school.student({ firstName: 'Ada' }), anAddress()];
    const token = await links.invite(school, email, { student: ada });
    const browser = links.aBrowser();
    const opened = await links.post('/invitation/open', { token }, { browser });
    expect(opened.html).toContain('<bdi>Lin &amp; &lt;b&gt;Coln&lt;/b&gt;</bdi> invites you');
    expect(opened.html).toContain(email);
    const names = { first_name: ' Maria ', last_name: 'Ruiz' };
    const accepted = await browser.submit('/invitation', { password: NEW_PASSWORD, ...names });
    expect(accepted.status).toBe(200);
    expect(accepted.html).toContain(`href="/schools/${school.id}"`);
    expect(accepted.html).toContain('href="/account"');
    expect(browser.cookie(COOKIE)).toBeDefined();
    expect((await browser.open('/sign-in')).url.pathname).toBe('/account');
    expect(await accountsOf(email)).toMatchObject([
      { emailVerifiedAt: expect.any(Date), firstName: 'Maria', lastName: 'Ruiz', twoStepEnabled: false },
    ]);
    const { body } = await links.app.signIn({ email }, NEW_PASSWORD);
    expect(body.mfa_required).toBe(false);
    const me = await t.api.get('/me', { token: body.access_token as string });
    expect(me.body.memberships).toMatchObject([
      { school_id: school.id, role: 'parent', status: 'active', students: [{ id: ada.id }] },
    ]);
    expect(await links.mailboxes.take(t, email)).toEqual([]);
  });

  it('gives no name that the school has on file', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    await school.guardian(await school.student(), { email });
    const token = await links.sendLink(school, email);
    expect((await links.open(token)).html).not.toContain('first_name');
    expect((await links.accept(token)).status).toBe(200);
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
    expect((await links.accept(await links.invite(north, email))).status).toBe(200);
    expect(await membershipsOf(email)).toHaveLength(2);
  });

  it('gets one account and one membership, of eight clicks at once', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email, { student: await school.student() });
    const pages = await Promise.all(Array.from({ length: 8 }, () => links.accept(token)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await membershipsOf(email)).toHaveLength(1);
    expect(await t.dataSource.manager.countBy(Guardian, { email })).toBe(1);
  });

  it('gets one account, of the links of two schools at once', async () => {
    const [north, south, email] = [await aSchool(t), await aSchool(t), anAddress()];
    const tokens = [await links.invite(north, email), await links.invite(south, email)];
    const pages = await Promise.all(tokens.map((token) => links.accept(token)));
    expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await membershipsOf(email)).toHaveLength(2);
  });

  it('reads it in the language of the browser, and the mail in that of the school', async () => {
    const [school, email] = [await aSchool(t, { name: 'Escuela Norte', locale: 'es-MX' }), anAddress()];
    await t.app.get(InvitationsService).invite({ schoolId: school.id, email, role: 'parent', students: [] });
    const { id, name, locale, timeZone } = await t.app.get(SchoolsService).getByReference(school.id);
    await t.app.get(InvitationsService).send({ id, name, locale, timeZone });
    const { subject, text, link, secret } = await links.mailboxes.takeLink(t, email);
    expect(subject).toBe('Escuela Norte le invita a su directorio');
    expect(text).toContain('no tiene que hacer nada');
    expect(link.href).toBe(`${t.settings.siteUrl}/invitation#${secret}`);
    const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'de-AT,de;q=0.9' };
    expect((await links.post('/invitation/open', { token: secret }, { headers })).html).toContain(
      'lädt Sie in ihr Verzeichnis ein',
    );
  });

  it('leaves an entry of theirs in the trail of the school', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    await links.accept(await links.invite(school, email));
    const [account] = await accountsOf(email);
    expect(
      await t.dataSource.query(
        `select operation, actor_kind, membership_id is not null as member from audit_entries
         where school_id = $1 and actor_id = $2`,
        [school.id, account!.id],
      ),
    ).toEqual([{ operation: 'acceptInvitation', actor_kind: 'person', member: true }]);
  });

  it('leaves no secret that somebody could read', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const [token, browser] = [await links.invite(school, email), links.aBrowser()];
    await links.accept(token, {}, browser);
    expect((await EveryRow.of(t.dataSource)).holding(token, browser.cookie(COOKIE)!, NEW_PASSWORD)).toEqual(
      [],
    );
  });

  it('signs out whatever account was signed in in this browser', async () => {
    const [school, email, before] = [await aSchool(t), anAddress(), await aPersonWithPassword(t)];
    const browser = links.aBrowser();
    await browser.open('/sign-in');
    await browser.submit('/password', { email: before.email, password: PASSWORD });
    await links.accept(await links.invite(school, email), {}, browser);
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
    const token = await links.invite(school, person.email, { student });
    const browser = links.aBrowser();
    const opened = await links.post('/invitation/open', { token }, { browser });
    expect(opened.html).not.toContain('type="password"');
    const accepted = await browser.submit('/invitation', { password: NEW_PASSWORD });
    expect(accepted.status).toBe(200);
    expect(accepted.html).toContain('href="/sign-in"');
    expect(browser.cookie(COOKIE)).toBeUndefined();
    expect((await links.app.signIn(person, NEW_PASSWORD)).status).toBe(401);
    expect((await links.app.signIn(person)).body.mfa_required).toBe('totpSecret' in person);
    expect(await membershipsOf(person.email)).toEqual([{ school_id: school.id, role: 'parent' }]);
    const read = await t.api.get(`/students/${student.id}`, { token: await tokenOf(t, person) });
    expect(read.body.is_own).toBe(true);
  });

  it('sets a password where there was none, and owes the second step where it is on', async () => {
    const [school, plain, careful] = [await aSchool(t), await aPerson(t), await aPersonWithTwoStep(t)];
    await t.dataSource.query('update user_credentials set password_hash = null where user_id = $1', [
      careful.userId,
    ]);
    const browser = links.aBrowser();
    await links.accept(await links.invite(school, plain.email), {}, browser);
    expect((await browser.open('/sign-in')).url.pathname).toBe('/account');
    expect((await links.app.signIn(plain, NEW_PASSWORD)).body.mfa_required).toBe(false);
    const owing = links.aBrowser();
    const page = await links.accept(await links.invite(school, careful.email), {}, owing);
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.html).toContain('name="code"');
    expect((await links.app.signIn(careful, NEW_PASSWORD)).body.mfa_required).toBe(true);
    expect((await links.mailboxes.take(t, plain.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
  });

  it('replaces a password that somebody else may have set before the address was proven', async () => {
    const [school, person] = [await aSchool(t), await aPersonWithPassword(t)];
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [person.userId]);
    expect((await links.accept(await links.invite(school, person.email))).status).toBe(200);
    expect((await links.app.signIn(person)).status).toBe(401);
    expect((await links.app.signIn(person, NEW_PASSWORD)).status).toBe(200);
  });

  it('stays signed in where they are', async () => {
    const [school, person, browser] = [await aSchool(t), await aPersonWithPassword(t), links.aBrowser()];
    await browser.open('/sign-in');
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    await links.accept(await links.invite(school, person.email), {}, browser);
    expect((await browser.open('/sign-in')).url.pathname).toBe('/account');
  });

  it('matches by a further address, and makes no second account', async () => {
    const [school, person, email] = [await aSchool(t), await aPersonWithPassword(t), anAddress()];
    await t.dataSource.query('insert into user_addresses values ($1, $2, now())', [email, person.userId]);
    expect((await links.accept(await links.invite(school, email))).html).toContain('href="/sign-in"');
    expect(await accountsOf(email)).toEqual([]);
    expect(await membershipsOf(person.email)).toHaveLength(1);
  });
});

describe('person erase', () => {
  it('takes links and mails of an address, with an account or without', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    await links.post('/password/forgotten', { email });
    expect((await types(['person', 'erase', '--email', email, '--confirm'])).status).toBe(0);
    expect((await EveryRow.of(t.dataSource)).holding(email)).toEqual([]);
    expect((await links.accept(token)).status).toBe(400);
  });
});
