import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { JournalService } from '../../../src/platform/journal/journal.service.js';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { raiseDue } from '../../support/alerts.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { readMail } from '../../support/mail/read-mail.js';
import { sendDue } from '../../support/mail/send-due.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { TestPublisher } from '../../support/publisher.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, YEAR, type Family } from './restricted-family.js';

/* Contract section 21, rules 3 and 6: no mail and no notification about Sam comes to Rob, with an account or without. */

const smtp = new SmtpStub();
let t: TestApp & { services: INestApplicationContext };
beforeAll(async () => {
  const app = await startTestApp({ smtpUrl: await smtp.start() });
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  await t.services.close();
  await t.close();
  await smtp.stop();
});

let family: Family;
beforeEach(async () => {
  family = await aFamily(t, { link: Object.values(LINKS)[0]! });
  smtp.mails.length = 0;
});

/** By address: the titles that were mailed, once everything that is due has been done. */
async function mailed(): Promise<Record<string, string[]>> {
  while (await t.app.get(JournalService).deliverBehind());
  await raiseDue(t);
  while (await t.app.get(JournalService).deliverBehind());
  t.clock.advance(300_000);
  await sendDue(t.app);
  const to: Record<string, string[]> = {};
  for (const mail of smtp.mails.splice(0)) (to[mail.to.join()] ??= []).push(readMail(mail.text).text);
  return to;
}

const toldOf = async (membershipId: string): Promise<string[]> =>
  (await t.dataSource.manager.findBy(Notification, { membershipId })).map(({ title }) => title).sort();

const ofYear = { audienceType: 'graduation_years' as const, audienceYears: [YEAR] };
const audience = { type: 'graduation_years', graduation_years: [YEAR] };
const inAWeek = (): string => new Date(t.clock.now().getTime() + 7 * 86_400_000).toISOString();

/** One of each kind for the year of Sam alone. */
async function publish(title: string): Promise<void> {
  const { school, admin } = family;
  await new TestPublisher(t, 'notices', school, admin).anItem({ title, audience, expires_at: inAWeek() });
  await new TestPublisher(t, 'documents', school, admin).anItem({ title, audience });
  const calendar = new TestCalendar(t, school, admin.token);
  const event = await calendar.anEvent({ title, audience, starts_at: inAWeek(), ends_at: inAWeek() });
  await calendar.change(event, { location: 'Elsewhere' });
  await calendar.remove(event);
  const unalerted = { title, alertedAt: null, ...ofYear };
  await aPoll(t, school, unalerted);
  await aPermissionSlip(t, school, unalerted);
  await aSignup(t, school, { Cake: {} }, { ...unalerted, closesAt: new Date(inAWeek()) });
}

describe('a guardian with an account', () => {
  it('hears of nothing that reaches them through the student alone, and of all of it without a restriction', async () => {
    await publish('Before');
    await mailed();
    expect((await toldOf(family.rob.membershipId)).length).toBeGreaterThan(3);
    await keepApart(t, family);
    await publish('After');
    const mails = await mailed();
    expect(await toldOf(family.rob.membershipId)).toEqual([]);
    expect(mails[family.rob.email]).toBeUndefined();
    expect(mails[family.mary.email]!.length).toBeGreaterThan(0);
    expect(await toldOf(family.mary.membershipId)).toContain('After');
  });

  it('gets no mail that was owed when the restriction was set', async () => {
    await publish('Owed');
    while (await t.app.get(JournalService).deliverBehind());
    await raiseDue(t);
    while (await t.app.get(JournalService).deliverBehind());
    await keepApart(t, family);
    const mails = await mailed();
    expect(mails[family.rob.email]).toBeUndefined();
    expect(mails[family.mary.email]!.length).toBeGreaterThan(0);
  });
});

describe('a guardian without an account', () => {
  const notice = (given: object = {}) =>
    new TestPublisher(t, 'notices', family.school, family.admin).anItem({
      ...{ reach: 'guardians', audience, expires_at: inAWeek(), ...given },
    });
  const restricted = async (email: string) => {
    const { school, sam, tess } = family;
    // Written first: its record of the address has the token of the mails.
    const record = await school.guardian(sam, { firstName: 'Otto', email });
    await school.guardian(tess, { firstName: 'Otto', email });
    return record;
  };

  it('gets no notice to the family of the student, nor does whoever shares the mailbox', async () => {
    const email = 'otto@example.org';
    const record = await restricted(email);
    await family.school.guardian(family.sam, { firstName: 'Olga', email, relation: 'grandparent' });
    await notice();
    expect(Object.keys(await mailed())).toContain(email);
    await family.school.restrict({ guardianId: record.id });
    await notice();
    expect(Object.keys(await mailed())).not.toContain(email);
  });

  it('gets the notices to the family of another child, and ends them by the link', async () => {
    const email = 'otto-of-tess@example.org';
    const record = await restricted(email);
    await notice();
    await mailed();
    await family.school.restrict({ guardianId: record.id });
    await notice({ audience: { type: 'school' } });
    expect(Object.keys(await mailed())).toContain(email);
    await t.dataSource.query('update guardians set mails_ended_at = now() where id = $1', [record.id]);
    await notice({ audience: { type: 'school' } });
    expect(Object.keys(await mailed())).not.toContain(email);
  });
});
