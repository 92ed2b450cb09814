import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aNoticeRow, deliverMail, raiseNotice } from '../support/alerts.js';
import { readMail } from '../support/mail/read-mail.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const EVENING = '2026-09-01T22:00:00Z';
const HOUR = 3_600_000;
/** By the clock of New York. */
const QUIET = { from: '21:00', to: '07:00' };

let t: TestApp;
let smtp: SmtpStub;
let school: TestSchool;
/** Addresses that the server refuses for good, with how often it was tried. */
const refused = new Map<string, number>();
beforeAll(async () => {
  smtp = new SmtpStub((stage, recipient) => {
    const tries = stage === 'recipient' && recipient ? refused.get(recipient) : undefined;
    if (tries === undefined) return null;
    refused.set(recipient!, tries + 1);
    return { code: 550 };
  });
  t = await startTestApp({ smtpUrl: await smtp.start() });
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  refused.clear();
  smtp.mails.length = 0;
  t.clock.moveTo(EVENING);
  school = await aSchool(t);
});

async function aReader(rhythm: 'instant' | 'daily', quiet: object | null): Promise<TestMember> {
  const member = await school.parent();
  const body = { schools: [{ school_id: school.id, kinds: { notices: rhythm } }], quiet };
  expect((await t.api.patch('/me/mail', { token: member.token, body })).status).toBe(200);
  return member;
}

/** Two days and nights, with a notice every four hours. */
async function passTwoDays(): Promise<void> {
  for (let hour = 0; hour < 48; hour += 1) {
    if (hour % 4 === 0) await raiseNotice(t, await aNoticeRow(t, school, { title: `Notice ${hour}` }));
    await deliverMail(t);
    t.clock.advance(HOUR);
  }
}

const titlesFor = ({ email }: TestMember): string[] =>
  smtp.mails
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => readMail(text).headers['subject']!.split(' · ')[0]!);

describe('A mailbox that refuses mail for good', () => {
  it('gets three mails over two nights, at once or once a day, and keeps nobody else waiting', async () => {
    const [instant, daily] = [await aReader('instant', null), await aReader('daily', null)];
    const [other, quiet] = [await aReader('instant', null), await aReader('instant', QUIET)];
    for (const { email } of [instant, daily]) refused.set(email, 0);
    await passTwoDays();
    expect(refused.get(instant.email)).toBe(3);
    expect(refused.get(daily.email)).toBe(2);
    expect(titlesFor(other)).toHaveLength(12);
    expect(new Set(titlesFor(quiet))).toEqual(new Set(titlesFor(other)));
    const [waiting] = await t.dataSource.query<{ count: number }[]>(
      `select count(*)::int from mails where state = 'waiting'`,
    );
    expect(waiting!.count).toBeLessThan(10);
  });
});
