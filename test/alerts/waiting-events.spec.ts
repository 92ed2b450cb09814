import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApp } from '../../src/runtime/server.js';
import { deliverMail } from '../support/alerts.js';
import { aCalendar, PICNIC, type TestCalendar } from '../support/calendar.factory.js';
import { readMail, type ReadMail } from '../support/mail/read-mail.js';
import { sendDue } from '../support/mail/send-due.js';
import type { TestMember } from '../support/school.factory.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const LATER = { starts_at: '2026-09-12T17:00:00Z', ends_at: '2026-09-12T19:00:00Z' };
const BACK = { starts_at: PICNIC.starts_at, ends_at: PICNIC.ends_at };
/** In New York. */
const NIGHT = '2026-09-02T03:00:00Z';
const SEVEN = '2026-09-02T11:00:00Z';

let t: TestApp;
let smtp: SmtpStub;
let calendar: TestCalendar;
let parent: TestMember;
beforeAll(async () => {
  smtp = new SmtpStub();
  t = await startTestApp({ smtpUrl: await smtp.start() });
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  calendar = await aCalendar(t);
  parent = await calendar.school.parent();
});

async function choose(rhythm: 'instant' | 'daily' | 'never', quiet: object | null = null): Promise<void> {
  const body = { schools: [{ school_id: calendar.school.id, kinds: { events: rhythm } }], quiet };
  expect((await t.api.patch('/me/mail', { token: parent.token, body })).status).toBe(200);
}

async function change(id: string, body: object): Promise<void> {
  expect((await calendar.change(id, body)).status).toBe(200);
  await deliverMail(t);
  t.clock.advance(60_000);
}

const received = (): ReadMail[] =>
  smtp.mails.filter(({ to }) => to.includes(parent.email)).map(({ text }) => readMail(text));

describe('A mail about a moved event', () => {
  it('waits for the end of quiet hours, and tells then how it is', async () => {
    await choose('instant', { from: '21:00', to: '07:00' });
    t.clock.moveTo(NIGHT);
    const [id, back] = [await calendar.anEvent(), await calendar.anEvent()];
    await change(id, LATER);
    await change(back, LATER);
    await change(id, { location: 'Gym' });
    await change(back, BACK);
    expect(received()).toEqual([]);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    const [mail, ...more] = received();
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/Before: .*12:00\s–\s2:00\sPM EDT\nNow: .*1:00\s–\s3:00\sPM EDT · Gym/);
  });

  it('becomes a line of the daily mail, which has no part for calendar programs', async () => {
    await choose('daily');
    const [id, off] = [await calendar.anEvent(), await calendar.anEvent({ title: 'Fair' })];
    await change(id, LATER);
    await change(off, LATER);
    expect((await calendar.remove(off)).status).toBe(204);
    await deliverMail(t);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    const [mail, ...more] = received();
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/\* Picnic\n {2}Event moved\n(.*\n)?.*\n {2}Before: .*12:00\s–\s2:00\sPM/);
    expect(mail!.text).toMatch(
      /\* Fair\n {2}Event cancelled\n(.*\n)?.*\n {2}It was to be: .*12:00\s–\s2:00\sPM/,
    );
    expect(mail!.html).toContain('It was to be');
    expect(mail!.calendar).toBeNull();
  });

  it('tells the change since a daily mail that is being sent, and is not ended by it', async () => {
    await choose('daily');
    const id = await calendar.anEvent();
    await change(id, LATER);
    await t.dataSource.query(`update mails set attempts = 1 where kind = 'digest' and state = 'waiting'`);
    await change(id, BACK);
    await t.dataSource.query(`update mails set attempts = 0 where kind = 'digest' and state = 'waiting'`);
    t.clock.advance(600_000);
    await deliverMail(t);
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    const [mail, ...more] = received();
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/Before: .*1:00\s–\s3:00\sPM EDT\n {2}Now: .*12:00\s–\s2:00\sPM EDT/);
  });

  it('stays away from whoever wants none', async () => {
    await choose('never');
    await change(await calendar.anEvent(), LATER);
    expect(received()).toEqual([]);
  });

  it('goes once when two processes send', async () => {
    await choose('instant');
    const id = await calendar.anEvent();
    const other = await createApp(t.settings, t.clock);
    try {
      await other.init();
      expect((await calendar.change(id, LATER)).status).toBe(200);
      await Promise.all([sendDue(t.app), sendDue(other), sendDue(t.app), sendDue(other)]);
      await Promise.all([sendDue(other), sendDue(t.app)]);
      expect(received()).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
