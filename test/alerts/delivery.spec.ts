import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { AccountMails } from '../../src/features/account/mails/account-mails.service.js';
import { User } from '../../src/features/account/user.entity.js';
import { MailComposers } from '../../src/platform/mail/mail-composers.js';
import { MailWorker } from '../../src/platform/mail/mail-worker.service.js';
import { MailsRepository } from '../../src/platform/mail/mails.repository.js';
import { sendDue } from '../support/mail/send-due.js';
import { AT_ONCE, MAX_ATTEMPTS } from '../../src/platform/mail/mail-backoff.js';
import { createApp } from '../../src/runtime/server.js';
import {
  aDocumentRow,
  aNoticeRow,
  DAY,
  deliverMail,
  deliveriesOf,
  raiseDocument,
  raiseNotice,
} from '../support/alerts.js';
import { fillSchool } from '../support/schools/large-school.factory.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { SmtpStub, type Stage, type Trouble } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let smtp: SmtpStub;
let trouble: (stage: Stage, recipient?: string) => Trouble;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  smtp = new SmtpStub((stage, recipient) => trouble(stage, recipient));
  t = await startTestApp({
    smtpUrl: await smtp.start(),
    upstreamTimeoutMs: 2_000,
    siteUrl: 'https://directory.example.org',
  });
});
beforeEach(async () => {
  trouble = () => null;
  smtp.mails.length = 0;
  await t.dataSource.query('delete from notifications');
  school = await aSchool(t);
  parent = await school.parent();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await t.close();
  await smtp.stop();
});

async function aRaisedNotice() {
  const notice = await aNoticeRow(t, school);
  await raiseNotice(t, notice);
  return notice;
}
const stateOf = async (item: { id: string }) => (await deliveriesOf(t, item))[0]!;
const recipients = (): string[] => smtp.mails.flatMap(({ to }) => to).sort();

describe('A mail', () => {
  it('goes to its reader alone, and once', async () => {
    const other = await school.parent();
    const notice = await aRaisedNotice();
    await deliverMail(t);
    await deliverMail(t);
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual([[parent.email], [other.email]].sort());
    expect(await stateOf(notice)).toMatchObject({
      state: 'sent',
      attempts: 1,
      last_error: null,
      ended_at: expect.any(Date),
    });
  });

  it('goes out again later, as the same one, when the server let it down', async () => {
    const notice = await aRaisedNotice();
    const letDown: Stage[] = ['connection', 'sender', 'recipient', 'message', 'acknowledgement'];
    for (const stage of letDown) {
      await smtp.disconnect();
      trouble = (at) => (at === stage ? { drop: true } : null);
      await deliverMail(t);
      expect(await stateOf(notice)).toMatchObject({ state: 'waiting', last_error: 'connection' });
      t.clock.moveTo((await stateOf(notice)).due_at.toISOString());
    }
    trouble = () => null;
    await deliverMail(t);
    const { id, ...sent } = await stateOf(notice);
    expect(sent).toMatchObject({ state: 'sent', attempts: letDown.length + 1, last_error: null });
    expect(smtp.mails.map(({ acknowledged }) => acknowledged)).toEqual([false, true]);
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(
      Array(2).fill(`${id}@directory.example.org`),
    );
  });

  it.each<[string, Stage, { code: number; text?: string }, string]>([
    ['the recipient for now', 'recipient', { code: 450 }, 'recipient (450)'],
    ['to relay', 'recipient', { code: 550, text: '5.7.1 Relaying denied' }, 'session (550)'],
    ['whoever is not signed in', 'recipient', { code: 530 }, 'session (530)'],
    ['the sender', 'sender', { code: 550 }, 'sender (550)'],
    ['the message', 'message', { code: 554 }, 'message (554)'],
  ])('waits when the server refuses %s', async (_, at, refusal, error) => {
    const notice = await aRaisedNotice();
    trouble = (stage) => (stage === at ? refusal : null);
    await deliverMail(t);
    const { due_at, ...waiting } = await stateOf(notice);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, last_error: error });
    expect(Math.abs(due_at.getTime() - t.clock.now().getTime() - 30_000)).toBeLessThan(7_000);
  });

  it('ends at once when the server refuses its recipient for good, and the others do not', async () => {
    const other = await school.parent();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const notice = await aRaisedNotice();
    trouble = (stage, recipient) =>
      stage === 'recipient' && recipient === parent.email ? { code: 550 } : null;
    await deliverMail(t);
    expect(recipients()).toEqual([other.email]);
    const byEmail = Object.fromEntries((await deliveriesOf(t, notice)).map((mail) => [mail.email, mail]));
    expect(byEmail[parent.email]).toMatchObject({
      state: 'dead',
      attempts: 1,
      last_error: 'recipient (550)',
    });
    expect(byEmail[other.email]).toMatchObject({ state: 'sent' });
    const { id } = byEmail[parent.email]!;
    expect(warn.mock.calls).toEqual([
      [{ mail: id, attempts: 1, failure: 'recipient (550)' }, expect.any(String)],
    ]);
  });

  it('ends after a day of trying, and not before', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const document = await aDocumentRow(t, school);
    await raiseDocument(t, document);
    const begin = t.clock.now();
    trouble = () => ({ drop: true });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      await deliverMail(t);
      expect(await stateOf(document)).toMatchObject({ state: 'waiting', attempts: attempt });
      t.clock.moveTo((await stateOf(document)).due_at.toISOString());
    }
    await deliverMail(t);
    expect(await stateOf(document)).toMatchObject({
      state: 'dead',
      attempts: MAX_ATTEMPTS,
      last_error: 'connection',
    });
    expect((t.clock.now().getTime() - begin.getTime()) / DAY).toBeGreaterThan(0.7);
  });

  it('waits when the server says nothing', async () => {
    const notice = await aRaisedNotice();
    trouble = () => 'silence';
    await deliverMail(t);
    expect(await stateOf(notice)).toMatchObject({ state: 'waiting', last_error: 'timeout' });
  });

  it('goes out though the server has ended a connection meanwhile', async () => {
    await deliverMail(t);
    for (let round = 0; round < 3; round += 1) {
      const notice = await aRaisedNotice();
      await deliverMail(t);
      expect(await stateOf(notice)).toMatchObject({ state: 'sent', attempts: 1 });
      await smtp.disconnect();
    }
  });

  it('becomes due again when the process that took it up has died', async () => {
    const notice = await aRaisedNotice();
    await t.dataSource.query('update mails set attempts = 1, due_at = $1', [
      new Date(t.clock.now().getTime() + 31_500),
    ]);
    await deliverMail(t);
    expect(recipients()).toEqual([]);
    t.clock.advance(31_500);
    await deliverMail(t);
    expect(await stateOf(notice)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('over which processes die again and again is given up', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const notice = await aRaisedNotice();
    await t.dataSource.query('update mails set attempts = $1', [MAX_ATTEMPTS]);
    await deliverMail(t);
    expect(await stateOf(notice)).toMatchObject({ state: 'dead', last_error: 'interrupted' });
  });

  it('ends as dead though nobody can compose it, once it was tried often enough', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const notice = await aRaisedNotice();
    await t.dataSource.query('alter table mail_choices rename to gone');
    try {
      await expect(deliverMail(t)).rejects.toThrow('mail_choices');
      expect(await stateOf(notice)).toMatchObject({ state: 'waiting', attempts: 1 });
      await t.dataSource.query('update mails set attempts = $1, due_at = $2', [MAX_ATTEMPTS, t.clock.now()]);
      await deliverMail(t);
    } finally {
      await t.dataSource.query('alter table gone rename to mail_choices');
    }
    expect(await stateOf(notice)).toMatchObject({ state: 'dead', last_error: 'interrupted' });
  });

  it('whose address no server understands is given up, and nobody else gets it', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const odd = [
      'a@example.org>\r\nrcpt to:<b@example.org',
      'a@example.org, b@example.org',
      'a@b@example.org',
    ];
    for (const email of odd) {
      const { userId } = await aPerson(t);
      await school.parent({}, { userId, email, token: '' });
      await t.dataSource.query('update users set email = $2 where id = $1', [userId, email]);
    }
    const notice = await aRaisedNotice();
    await deliverMail(t);
    expect(recipients()).toEqual([parent.email]);
    const states = (await deliveriesOf(t, notice)).map(({ state, last_error }) =>
      [state, last_error].join(' '),
    );
    expect(states.sort()).toEqual([...Array<string>(3).fill('dead recipient (501)'), 'sent ']);
  });
});

describe('Many mails', () => {
  it('keep no mail about an account waiting', async () => {
    await Promise.all(Array.from({ length: 2 * AT_ONCE }, () => school.parent()));
    await aRaisedNotice();
    const { email } = await t.dataSource.getRepository(User).findOneByOrFail({ id: parent.userId });
    t.clock.advance(1_000);
    await t.app.get(AccountMails).sendPasswordLink(email, 'en');
    for (const composer of t.app.get(MailComposers).all()) await t.app.get(MailWorker).sendDue(composer);
    const waiting = await t.dataSource.query<unknown[]>(`select from mails where state = 'waiting'`);
    expect(waiting).toHaveLength(AT_ONCE + 1);
    expect(smtp.mails.filter(({ text }) => text.includes('/password/set#'))).toHaveLength(1);
  });

  it('share a few connections', async () => {
    await Promise.all(Array.from({ length: 40 }, () => school.parent()));
    await aRaisedNotice();
    await deliverMail(t);
    expect(smtp.mails).toHaveLength(41);
    expect(smtp.mostConnections).toBeLessThanOrEqual(8);
  });

  it('go to one claimer each, however many claim at once', async () => {
    await fillSchool(t, school, 2_000);
    await aRaisedNotice();
    const now = t.clock.now();
    const claims = Array.from({ length: 60 }, () =>
      t.app.get(MailsRepository).claimDueMails(['alert'], now, new Date(now.getTime() + DAY), 20),
    );
    const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
  });

  it('go out once each from two processes', async () => {
    await Promise.all(Array.from({ length: 60 }, () => school.parent()));
    const notice = await aRaisedNotice();
    const other = await createApp(t.settings, t.clock);
    await other.init();
    const deliver = async (app: TestApp['app']) => {
      await sendDue(app);
    };
    await Promise.all([deliver(t.app), deliver(other)]);
    await other.close();
    expect(recipients()).toEqual((await deliveriesOf(t, notice)).map(({ email }) => email).sort());
    expect(new Set(recipients()).size).toBe(61);
  });
});

describe('A server that is gone', () => {
  it('makes mail wait', async () => {
    const notice = await aRaisedNotice();
    await smtp.stop();
    await deliverMail(t);
    expect(await stateOf(notice)).toMatchObject({ state: 'waiting', last_error: 'connection' });
  });
});
