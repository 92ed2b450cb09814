import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliverMail, deliveriesOf, mailsOf } from '../support/alerts.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';
import { rsvpsOfACalendar, type TestRsvps } from '../support/rsvp.factory.js';
import type { TestGuardian } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
let rsvps: TestRsvps;
let studentId: string;
let parent: TestGuardian;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  const { school } = rsvps.calendar;
  const student = await school.student({ firstName: 'Wilhelmina' });
  studentId = student.id;
  parent = await school.parentOf(student);
});

const remindersOf = async (id: string): Promise<string[]> => {
  const owed = await deliveriesOf(t, { id });
  return owed.filter(({ kind }) => kind === 'event_rsvp_reminder').map(({ state }) => state);
};

describe('A mail about an event that asks who comes', () => {
  it('reminds of the occurrence with the last moment, and names no student', async () => {
    const series = await rsvps.aSeries({ rsvp: { by: 'student', until: '2026-09-06T19:30:00Z' } });
    const id = await rsvps.calendar.on(series, '2026-09-14');
    await rsvps.remind(id);
    await deliverMail(t);
    const mail = (await mailsOf(t, { id }, 'event_rsvp_reminder')).get(parent.membershipId)!;
    expect(mail.text).toContain('The school wants to know who comes, and your answer is still missing.');
    expect(mail.text).toContain('Until Sunday, September 13, 2026');
    expect(mail.text).toContain(`/schools/${rsvps.calendar.school.id}/events/${id}`);
    expect(mail.text).not.toContain('Wilhelmina');
  });

  it('tells the audience of a new event, with its text', async () => {
    const id = await rsvps.anEvent({ send_alert: true, description: '<p>Bring a cake.</p>' });
    await deliverMail(t);
    const mail = (await mailsOf(t, { id }, 'event_created')).get(parent.membershipId)!;
    expect(mail.text).toContain('New event');
    expect(mail.text).toContain('Bring a cake.');
  });

  it('stays unsent to whoever has answered meanwhile, and once the event was called off', async () => {
    const [answered, off] = [await rsvps.anEvent(), await rsvps.anEvent()];
    for (const id of [answered, off]) await rsvps.remind(id);
    await rsvps.as(parent).say(answered, { student_id: studentId });
    await rsvps.calendar.remove(off);
    await deliverMail(t);
    for (const id of [answered, off]) expect(await remindersOf(id)).not.toContain('sent');
  });
});
