import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { OneTimeLinks } from '../../src/features/account/links/one-time-links.service.js';
import { User } from '../../src/features/account/user.entity.js';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { aPersonWithPassword } from '../support/application.factory.js';
import { anAddress, FROM_ELSEWHERE, LinkedService, NEW_PASSWORD } from '../support/mail/mailed-links.js';
import { aPerson, aSchool } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const DAY = 24 * 60 * 60_000;

let links: LinkedService;
let t: TestApp;
beforeAll(async () => {
  links = await LinkedService.start();
  t = links.t;
});
afterAll(() => links.close());
afterEach(() => links.begin());

async function expectNothingMade(email: string): Promise<void> {
  expect(await t.dataSource.manager.findBy(User, { email })).toEqual([]);
}

const opensSession = ({ headers }: { headers: Headers }): boolean =>
  headers.getSetCookie().some((line) => line.startsWith('school-directory='));

describe('The link of an invitation', () => {
  it('gets nothing when it is none, is missing, or is for something else', async () => {
    const person = await aPersonWithPassword(t);
    const other = await t.dataSource.transaction((manager) =>
      t.app.get(OneTimeLinks).create(manager, { ...person, purpose: 'password', lifetimeMs: DAY }),
    );
    for (const token of ['', 'x', other])
      for (const page of [await links.open(token), await links.accept(token), await links.renew(token)])
        expect([page.status, opensSession(page)]).toEqual([400, false]);
    expect((await links.post('/invitation', { password: NEW_PASSWORD })).status).toBe(400);
  });

  it("fails from another site's form, and is good still", async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    for (const [, headers] of FROM_ELSEWHERE)
      for (const path of ['/invitation', '/invitation/open', '/invitation/renew'])
        expect((await links.post(path, { token, password: NEW_PASSWORD }, { headers })).status).toBe(403);
    await expectNothingMade(email);
    expect((await links.accept(token)).status).toBe(200);
  });

  it('survives GET, HEAD, and being looked at', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${t.url}/invitation?token=${token}`, { method })).status).toBe(200);
    expect(await (await fetch(`${t.url}/invitation#${token}`)).text()).not.toContain(email);
    for (let i = 0; i < 3; i += 1) expect((await links.open(token)).html).toContain(email);
    await expectNothingMade(email);
    expect((await links.accept(token)).status).toBe(200);
  });

  it('survives a weak password', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    for (const password of ['', 'short', 'password123', `${email}1`]) {
      const refused = await links.accept(token, { password });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('too easy to guess');
    }
    await expectNothingMade(email);
    expect((await links.accept(token)).status).toBe(200);
  });

  it('works once', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    expect((await links.accept(token)).status).toBe(200);
    const again = await links.accept(token, { password: 'another long password' });
    expect([again.status, opensSession(again)]).toEqual([400, false]);
    expect((await links.app.signIn({ email }, NEW_PASSWORD)).status).toBe(200);
  });

  it('works for 14 days; after that a button mails another one to the same address, and shows nothing', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    t.clock.stopAt(new Date(t.clock.now()).toISOString());
    const token = await links.invite(school, email);
    t.clock.advance(14 * DAY - 1);
    expect((await links.open(token)).status).toBe(200);
    t.clock.advance(1);
    for (const page of [await links.open(token), await links.accept(token)]) {
      expect(page.status).toBe(400);
      expect(page.html).toContain('action="/invitation/renew"');
      expect(page.html).not.toContain(email);
    }
    await expectNothingMade(email);
    const browser = links.aBrowser();
    await links.post('/invitation/open', { token }, { browser });
    const renewed = await browser.submit('/invitation/renew');
    expect(renewed.status).toBe(200);
    const { secret } = await links.mailboxes.takeLink(t, email);
    expect(renewed.html).not.toContain(secret);
    expect(renewed.html).not.toContain(email);
    expect((await links.accept(token)).status).toBe(400);
    expect((await links.accept(secret)).status).toBe(200);
  });

  it('fills nobody’s mailbox, however often another one is asked for', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    const pages = [];
    for (let i = 0; i < 12; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      pages.push((await links.renew(token, { headers })).html);
      await links.mailboxes.take(t, 'nobody@example.org');
    }
    expect(new Set(pages).size).toBe(1);
    expect(await links.mailboxes.take(t, email)).toHaveLength(5);
  });

  it('ends once the invitation has come to its end', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    t.clock.advance(60 * DAY + 1);
    for (const page of [await links.open(token), await links.accept(token), await links.renew(token)])
      expect(page.status).toBe(400);
    await expectNothingMade(email);
  });

  it('ends when the school has withdrawn the invitation', async () => {
    const [school, email] = [await aSchool(t), anAddress()];
    const token = await links.invite(school, email);
    await t.app.get(InvitationsService).withdraw(school.id, email);
    for (const page of [await links.open(token), await links.accept(token), await links.renew(token)]) {
      expect(page.status).toBe(400);
      expect(page.html).toContain('no longer open');
    }
    await expectNothingMade(email);
    expect(await links.mailboxes.take(t, email)).toEqual([]);
  });

  it('ends when it was accepted in another way', async () => {
    const [school, person] = [await aSchool(t), await aPerson(t)];
    const token = await links.invite(school, person.email);
    expect((await t.api.post('/registration/confirm', { token: person.token })).status).toBe(200);
    for (const page of [await links.open(token), await links.accept(token), await links.renew(token)])
      expect(page.html).toContain('no longer open');
    expect((await links.app.signIn(person, NEW_PASSWORD)).status).toBe(401);
  });

  it('ends when the guardian is on file no more, or the student', async () => {
    const [school, ...emails] = [await aSchool(t), anAddress(), anAddress()];
    const [ada, ben] = [await school.student(), await school.student()];
    const guardians = [
      await school.guardian(ada, { email: emails[0] }),
      await school.guardian(ben, { email: emails[1] }),
    ];
    const tokens = [await links.sendLink(school, emails[0]), await links.sendLink(school, emails[1])];
    await t.dataSource.manager.delete(Guardian, { id: guardians[0]!.id });
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ben.id]);
    for (const token of tokens) expect((await links.accept(token)).html).toContain('no longer open');
    for (const email of emails) await expectNothingMade(email);
  });

  it('stays closed to whoever was deactivated, also at a further address of theirs', async () => {
    const [school, person, further] = [await aSchool(t), await aPersonWithPassword(t), anAddress()];
    await t.dataSource.query(
      'insert into user_addresses (email, user_id, verified_at) values ($1, $2, now())',
      [further, person.userId],
    );
    await school.deactivate(await school.parent({}, person));
    const token = await links.invite(school, further);
    for (const page of [await links.open(token), await links.accept(token)]) {
      expect(page.status).toBe(400);
      expect(page.html).toContain('no longer open');
    }
  });

  it('brings back nobody whom the school has deactivated', async () => {
    const [school, person] = [await aSchool(t), await aPersonWithPassword(t)];
    const token = await links.invite(school, person.email);
    await school.deactivate(await school.parent({}, person));
    expect((await links.accept(token)).html).toContain('no longer open');
    const { body } = await t.api.get('/me', { token: await tokenOf(t, person) });
    expect(body.is_fully_deactivated).toBe(true);
  });
});
