import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountMails } from '../../src/features/account/mails/account-mails.service.js';
import { createApp } from '../../src/runtime/server.js';
import { aDocumentRow, aNoticeRow, DAY, deliverMail, raiseDocument, raiseNotice } from '../support/alerts.js';
import { readMail } from '../support/mail/read-mail.js';
import { sendDue } from '../support/mail/send-due.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { SmtpStub, type Stage, type Trouble } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let smtp: SmtpStub;
let trouble: (stage: Stage, recipient?: string) => Trouble;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  smtp = new SmtpStub((stage, recipient) => trouble(stage, recipient));
  t = await startTestApp({ smtpUrl: await smtp.start(), siteUrl: 'https://directory.example.org' });
});
beforeEach(async () => {
  trouble = () => null;
  smtp.mails.length = 0;
  await t.dataSource.query('delete from notifications');
  await t.dataSource.query('delete from mails');
  t.clock.moveTo(NOON);
  school = await aSchool(t);
  parent = await school.parent();
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});

/** The school's clock is that of New York. */
const NOON = '2026-09-01T16:00:00Z';
const NIGHT = '2026-09-02T03:00:00Z';
const SEVEN = '2026-09-02T11:00:00Z';

const choose = async (body: object, member = parent): Promise<void> => {
  const { status } = await t.api.patch('/me/mail', { token: member.token, body });
  expect(status).toBe(200);
};
const kinds = (chosen: object) => ({ schools: [{ school_id: school.id, kinds: chosen }] });
const QUIET = { quiet: { from: '21:00', to: '07:00' } };
const notice = async (title: string, given = {}) => {
  const row = await aNoticeRow(t, school, { title, ...given });
  await raiseNotice(t, row);
  return row;
};
const mails = () => smtp.mails.map(({ text }) => readMail(text));
const subjects = (): string[] => mails().map(({ headers }) => headers['subject']!.split(' · ')[0]!);
const states = (): Promise<{ kind: string; state: string; attempts: number }[]> =>
  t.dataSource.query('select kind, state, attempts from mails order by kind, created_at');

describe('A mail of a kind that is never mailed', () => {
  it('goes to nobody, and others do', async () => {
    await choose(kinds({ notices: 'never' }));
    await notice('Snow');
    const document = await aDocumentRow(t, school, { title: 'Handbook' });
    await raiseDocument(t, document);
    await deliverMail(t);
    expect(subjects()).toEqual(['Handbook']);
  });
});

describe('Quiet hours', () => {
  it('hold mails back until they end, however often they are looked at', async () => {
    await choose(QUIET);
    t.clock.moveTo(NIGHT);
    await notice('Snow');
    for (let n = 0; n < 15; n += 1) {
      await deliverMail(t);
      t.clock.advance(60_000);
    }
    expect([subjects(), await states()]).toEqual([[], [{ kind: 'alert', state: 'waiting', attempts: 0 }]]);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    expect(subjects()).toEqual(['Snow']);
  });

  it('hold back a mail that the server has refused before they began', async () => {
    await choose(QUIET);
    t.clock.moveTo('2026-09-02T00:59:50Z');
    trouble = (stage) => (stage === 'recipient' ? { code: 450 } : null);
    await notice('Snow');
    await deliverMail(t);
    trouble = () => null;
    t.clock.moveTo(NIGHT);
    await deliverMail(t);
    expect(subjects()).toEqual([]);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    expect(subjects()).toEqual(['Snow']);
  });

  it('hold back no urgent notice, and nobody else’s', async () => {
    await choose(QUIET);
    const other = await school.parent();
    t.clock.moveTo(NIGHT);
    await notice('Snow');
    await notice('Fire', { urgent: true });
    await deliverMail(t);
    const sent = smtp.mails.map(
      ({ to, text }) => `${readMail(text).headers['subject']!.split(' · ')[0]} ${to[0]}`,
    );
    expect(sent.sort()).toEqual(
      [`Fire ${other.email}`, `Fire ${parent.email}`, `Snow ${other.email}`].sort(),
    );
  });
});

describe('A daily mail', () => {
  beforeEach(() => choose(kinds({ notices: 'daily', documents: 'daily' })));

  it('comes once, at seven at the school, with all that was not read, from whichever process', async () => {
    const read = await notice('Read meanwhile');
    await notice('Snow', { body: '<p>No <strong>school</strong> today.</p>' });
    await raiseDocument(t, await aDocumentRow(t, school, { title: 'Handbook' }));
    await deliverMail(t);
    await t.api.get(`/schools/${school.id}/notices/${read.id}`, { token: parent.token });
    t.clock.moveTo('2026-09-02T10:59:00Z');
    await deliverMail(t);
    expect(subjects()).toEqual([]);
    t.clock.moveTo(SEVEN);
    const other = await createApp(t.settings, t.clock);
    await other.init();
    await Promise.all([deliverMail(t), sendDue(other)]);
    await other.close();
    const [{ headers, text, html }] = mails() as [ReturnType<typeof readMail>];
    expect([smtp.mails.length, headers['subject']]).toEqual([
      1,
      expect.stringMatching(/^2 things that are new · /),
    ]);
    for (const body of [text, html]) {
      expect(body).toContain('No school today.');
      expect(body).toContain('Handbook');
      expect(body).not.toContain('Read meanwhile');
    }
    expect(headers['list-unsubscribe']).toContain('https://directory.example.org/api/mail/unsubscribe/');
    t.clock.moveTo('2026-09-03T12:00:00Z');
    await deliverMail(t);
    expect(smtp.mails).toHaveLength(1);
    expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['sent']));
  });

  it('stays away where everything was read, or nothing may be seen any more', async () => {
    const [read, gone] = [await notice('Read'), await notice('Gone')];
    await deliverMail(t);
    await t.api.get(`/schools/${school.id}/notices/${read.id}`, { token: parent.token });
    await t.dataSource.query('delete from notices where id = $1', [gone.id]);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    expect(smtp.mails).toEqual([]);
  });

  it('begins anew for what comes after it, and holds no notice twice', async () => {
    for (const [title, at] of [
      ['First', SEVEN],
      ['Second', '2026-09-03T11:00:00Z'],
    ] as const) {
      await notice(title, { expiresAt: new Date(t.clock.now().getTime() + 5 * DAY) });
      await deliverMail(t);
      t.clock.moveTo(at);
      await deliverMail(t);
    }
    expect(mails().map(({ text }) => /First|Second/g.exec(text)?.[0])).toEqual(['First', 'Second']);
    expect(mails()[1]!.text).not.toContain('First');
  });

  it('comes later, and whole, where the server was down at seven', async () => {
    await notice('Snow', { expiresAt: new Date(t.clock.now().getTime() + 5 * DAY) });
    await deliverMail(t);
    t.clock.moveTo(SEVEN);
    trouble = (stage) => (stage === 'connection' ? { drop: true } : null);
    await deliverMail(t);
    await notice('Wind', { expiresAt: new Date(t.clock.now().getTime() + 5 * DAY) });
    await deliverMail(t);
    trouble = () => null;
    t.clock.advance(2 * 60_000);
    await deliverMail(t);
    expect(mails().map(({ text }) => [text.includes('Snow'), text.includes('Wind')])).toEqual([
      [true, false],
    ]);
    t.clock.advance(15 * 60_000);
    await deliverMail(t);
    t.clock.moveTo('2026-09-03T11:00:00Z');
    await deliverMail(t);
    expect(
      mails()
        .slice(1)
        .map(({ text }) => [text.includes('Snow'), text.includes('Wind')]),
    ).toEqual([[false, true]]);
  });
});

describe('An address that refuses mail for good', () => {
  const refuse = () => (trouble = (stage) => (stage === 'recipient' ? { code: 550 } : null));

  it('gets no more after three in a row, until the person has another one', async () => {
    refuse();
    for (const title of ['One', 'Two', 'Three']) {
      await notice(title);
      await deliverMail(t);
    }
    trouble = () => null;
    const last = await notice('Four');
    await deliverMail(t);
    expect(smtp.mails).toEqual([]);
    const admin = await school.admin();
    const { body } = await t.api.get(`/schools/${school.id}/mail-health`, { token: admin.token });
    expect(body.people).toMatchObject([{ membership_id: parent.membershipId, bounces: 3, stopped: true }]);
    expect(JSON.stringify(body)).not.toContain(parent.email);
    const deliveries = await t.api.get(`/schools/${school.id}/notices/${last.id}/deliveries`, {
      token: admin.token,
    });
    const states = deliveries.body.people.map(({ membership_id, state }: Record<string, string>) => [
      membership_id,
      state,
    ]);
    expect(states).toContainEqual([parent.membershipId, 'bounced']);
    const anew = `anew-${parent.email}`;
    await t.dataSource.query('update users set email = $2 where id = $1', [parent.userId, anew]);
    await notice('Five');
    await deliverMail(t);
    expect(smtp.mails.map(({ to }) => to[0])).toContain(anew);
  });

  it('gets what its owner has asked for all the same, and nothing else about the account', async () => {
    await t.dataSource.query(
      'insert into bounced_addresses (email, bounces, bounced_at) values ($1, 3, now())',
      [parent.email],
    );
    const account = t.app.get(AccountMails);
    await t.dataSource.transaction(async (manager) => {
      await account.tellOfChange(manager, parent.userId, 'new_device');
      await account.tellOfChange(manager, parent.userId, 'password_changed');
      const person = {
        email: parent.email,
        dueAt: t.clock.now(),
        until: '2026-10-01T00:00:00Z',
        isFamily: true,
      };
      const invited = { id: school.id, name: 'School', locale: 'en', timeZone: 'UTC' };
      await account.invite(manager, invited, [person]);
    });
    await deliverMail(t);
    expect(smtp.mails).toEqual([]);
    await account.sendPasswordLink(parent.email, 'en');
    await deliverMail(t);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[parent.email]]);
  });

  it('begins anew once its server takes a mail', async () => {
    for (const refused of [true, true, false, true, true]) {
      if (refused) refuse();
      else trouble = () => null;
      await notice('Snow');
      await deliverMail(t);
    }
    trouble = () => null;
    await notice('Wind');
    await deliverMail(t);
    expect(subjects()).toEqual(['Snow', 'Wind']);
    const admin = await school.admin();
    const { body } = await t.api.get(`/schools/${school.id}/mail-health`, { token: admin.token });
    expect(body.people).toEqual([]);
  });
});

describe('The mail of a notice', () => {
  it('names a list for each school, and shows the author where they want answers', async () => {
    const author = await school.admin();
    for (const replyToAuthor of [false, true])
      await notice(`Replies ${replyToAuthor}`, { replyToAuthor, createdByMembershipId: author.membershipId });
    await deliverMail(t);
    const headers = mails().map((mail) => mail.headers);
    const answered = headers.map((one) => [one['subject']!.split(' · ')[0], one['reply-to']]);
    expect(answered.sort()).toEqual([
      ['Replies false', undefined],
      ['Replies true', author.email],
    ]);
    for (const one of headers) expect(one['list-id']).toBe(`<${school.id}.directory.example.org>`);
  });
});
