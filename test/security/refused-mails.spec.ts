import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { sendDue } from '../support/mail/send-due.js';
import { AccountMails } from '../../src/features/account/mails/account-mails.service.js';
import { aNoticeRow, deliverMail, raiseNotice } from '../support/alerts.js';
import { aPersonWithPassword } from '../support/application.factory.js';
import { freePort } from '../support/processes/free-port.js';
import { valueOf } from '../support/processes/metrics.js';
import { types } from '../support/processes/operator.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { startTestApp, testSigningKey, type TestApp } from '../support/test-app.js';

/*
 * A mail that the server refuses must be seen by whoever runs the service, whatever the mail is about: somebody waits for
 * an invitation that never comes.
 */

let t: TestApp;
let smtp: SmtpStub;
let school: TestSchool;
let refuses = true;
beforeAll(async () => {
  smtp = new SmtpStub((stage) => (stage === 'recipient' && refuses ? { code: 550 } : null));
  t = await startTestApp({
    smtpUrl: await smtp.start(),
    siteUrl: 'https://directory.example.org',
    metricsPort: await freePort(),
  });
  school = await aSchool(t);
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: testSigningKey() });
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  refuses = true;
  smtp.mails.length = 0;
  await t.dataSource.query('delete from mails; delete from notifications');
});

const command = (line: string) => types([...line.split(' '), '--json']);
const sendAll = () => sendDue(t.app);
const failed = async (): Promise<Record<string, unknown>[]> =>
  (await command('jobs list --failed')).json.jobs;

/** Everything that a person can be mailed about an account, written down by the operation's own service. */
const KINDS: Record<string, (mails: AccountMails, person: { userId: string; email: string }) => unknown> = {
  guessing: (mails, { email }) => mails.warnOfGuessing(email),
  new_device: (mails, { userId }) => tellOfChange(mails, userId, 'new_device'),
  password_changed: (mails, { userId }) => tellOfChange(mails, userId, 'password_changed'),
  second_step_changed: (mails, { userId }) => tellOfChange(mails, userId, 'second_step_changed'),
  address_changed: (mails, { userId }) => tellOfChange(mails, userId, 'address_changed'),
  password_link: (mails, { email }) => mails.sendPasswordLink(email, 'en'),
  address_link: (mails, { userId }) =>
    t.app
      .get(DataSource)
      .transaction((manager) => mails.sendAddressLink(manager, userId, 'typed@example.org')),
};
const tellOfChange = (
  mails: AccountMails,
  userId: string,
  kind: Parameters<AccountMails['tellOfChange']>[2],
): Promise<void> => t.app.get(DataSource).transaction((manager) => mails.tellOfChange(manager, userId, kind));

describe('a refused mail', () => {
  it.each(Object.entries(KINDS))('shows %s among the failed jobs and in the gauge', async (kind, write) => {
    const person = await aPersonWithPassword(t);
    await write(t.app.get(AccountMails), person);
    expect(await valueOf(t, 'outbox_mails_waiting')).toBe(1);
    await sendAll();
    expect(await failed()).toEqual([
      expect.objectContaining({ about: kind, state: 'dead', attempts: 1, last_error: 'recipient (550)' }),
    ]);
    expect(await valueOf(t, 'outbox_mails_dead')).toBe(1);
    expect(await valueOf(t, 'outbox_mails_waiting')).toBe(0);
  });

  it('shows an alert beside a mail about an account, the newest first', async () => {
    const parent = await school.parent();
    await raiseNotice(t, await aNoticeRow(t, school));
    await deliverMail(t);
    t.clock.moveTo(new Date(t.clock.now().getTime() + 60_000).toISOString());
    await tellOfChange(t.app.get(AccountMails), parent.userId, 'password_changed');
    await sendAll();
    expect((await failed()).map(({ about }) => about)).toEqual(['password_changed', 'notice_created']);
  });

  it('leaves no address behind that somebody has typed', async () => {
    const person = await aPersonWithPassword(t);
    await KINDS.address_link!(t.app.get(AccountMails), person);
    await KINDS.password_link!(t.app.get(AccountMails), person);
    await sendAll();
    const rows = await t.dataSource.query<{ email: string | null }[]>('select email from mails');
    expect(rows).toEqual([{ email: null }, { email: null }]);
  });

  it('appears beside the invitation that nobody got, and goes once it is repeated', async () => {
    await command(`invite --school ${school.id} --email new@example.org --role junior_admin --send`);
    const invitation = async () =>
      (await command(`invitation list --school ${school.id}`)).json.invitations[0];
    expect(await invitation()).toMatchObject({ mail: 'waiting', mail_error: null, sent_at: null });
    await sendAll();
    expect(await invitation()).toMatchObject({ mail: 'dead', mail_error: 'recipient (550)', sent_at: null });
    const [job] = await failed();
    expect(job).toMatchObject({ about: 'invitation', school: expect.any(String) });
    refuses = false;
    expect((await command(`jobs retry ${String(job!.id)}`)).json.jobs).toMatchObject([{ state: 'waiting' }]);
    t.clock.moveTo(new Date(Date.now() + 60_000).toISOString());
    await sendAll();
    expect(await invitation()).toMatchObject({ mail: 'sent', sent_at: expect.any(String) });
    expect(smtp.mails.map(({ to }) => to)).toEqual([['new@example.org']]);
  });

  it.each(['password_link', 'address_link'])(
    'goes away by a retry where its link is over: %s',
    async (kind) => {
      await KINDS[kind]!(t.app.get(AccountMails), await aPersonWithPassword(t));
      await sendAll();
      const [job] = await failed();
      expect((await command(`jobs retry ${String(job!.id)}`)).json.jobs).toMatchObject([
        { state: 'dropped' },
      ]);
      expect(await failed()).toEqual([]);
      await sendAll();
      expect(smtp.mails).toEqual([]);
    },
  );

  it('goes out again where the refusal may pass, and says meanwhile what it was', async () => {
    const person = await aPersonWithPassword(t);
    await tellOfChange(t.app.get(AccountMails), person.userId, 'password_changed');
    await smtp.stop();
    await sendAll();
    expect((await command('jobs list')).json.jobs).toMatchObject([
      { about: 'password_changed', state: 'waiting', attempts: 1, last_error: 'connection' },
    ]);
    expect(await failed()).toEqual([]);
  });
});
