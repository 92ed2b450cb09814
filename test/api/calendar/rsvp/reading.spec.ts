import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { School } from '../../../../src/features/schools/school.entity.js';
import { Follower } from '../../../support/changes/follower.js';
import { aFeed } from '../../../support/feed.factory.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../../support/rsvp.factory.js';
import type { TestGuardian, TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let rsvps: TestRsvps;
let school: TestSchool;
let student: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  t.clock.stopAt('2026-09-01T12:00:00.000Z');
  ({ school } = rsvps.calendar);
  ({ student, mother, father } = await school.family());
});

const mine = (answer = 'yes') => ({ student_id: student.id, answer });
const outstanding = async ({ token }: { token: string }) =>
  (await t.api.get('/me/outstanding', { token })).body.items as Record<string, unknown>[];

describe('GET /me/outstanding', () => {
  const UNTIL = { rsvp: { by: 'student', until: '2026-09-10T12:00:00Z' } };

  it('names each own student whom nobody has answered for, until somebody has', async () => {
    const id = await rsvps.anEvent(UNTIL);
    expect(await outstanding(mother)).toEqual([
      {
        ...{ kind: 'event_rsvp', id, school_id: school.id, title: 'Picnic', student_id: student.id },
        ...{ due_at: '2026-09-10T12:00:00.000Z' },
        deep_link: `https://directory.example.org/schools/${school.id}/events/${id}`,
      },
    ]);
    await rsvps.as(father).say(id, mine('no'));
    expect(await outstanding(mother)).toEqual([]);
  });

  it('names occurrences by their id, and persons by no student', async () => {
    const series = await rsvps.aSeries({ rsvp: { by: 'person', until: '2026-09-06T19:30:00Z' } });
    const items = await outstanding(mother);
    expect(items.map(({ id, student_id }) => [id, student_id])).toEqual([
      [await rsvps.calendar.on(series, '2026-09-07'), null],
      [await rsvps.calendar.on(series, '2026-09-14'), null],
    ]);
  });

  it('leaves out what has no last moment, has passed it, is far away, off, for others, or kept apart', async () => {
    const other = { type: 'graduation_years', graduation_years: [student.graduationYear! + 1] };
    await rsvps.anEvent();
    await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-01T12:00:00Z' } });
    const late = { starts_at: '2026-10-12T16:00:00Z', ends_at: '2026-10-12T18:00:00Z' };
    await rsvps.anEvent({ ...late, rsvp: { by: 'student', until: '2026-09-15T12:00:00.001Z' } });
    await rsvps.anEvent({ ...UNTIL, audience: other });
    const off = await rsvps.aSeries({
      rsvp: { by: 'student', until: '2026-09-05T19:30:00Z' },
      rrule: 'FREQ=DAILY;COUNT=1',
    });
    await rsvps.calendar.remove(await rsvps.calendar.on(off, '2026-09-07'));
    expect(await outstanding(mother)).toEqual([]);
    await rsvps.anEvent(UNTIL);
    expect(await outstanding(mother)).toHaveLength(1);
    await school.restrict(father);
    expect(await outstanding(father)).toEqual([]);
    await t.dataSource.manager.update(School, { id: school.id }, { features: { calendar: false } });
    expect(await outstanding(mother)).toEqual([]);
  });
});

describe('GET /schools/:schoolId/watch', () => {
  const watch = async ({ token }: { token: string }) =>
    (await t.api.get(`/schools/${school.id}/watch`, { token })).body;

  it('lists what an own student comes to among the commitments, and counts what is outstanding', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-10T12:00:00Z' } });
    expect(await watch(mother)).toMatchObject({ commitments: [], counts: { outstanding: 1 } });
    await rsvps.as(father).say(id, mine());
    expect(await watch(mother)).toMatchObject({
      commitments: [{ id, kind: 'event', title: 'Picnic', starts_at: '2026-09-12T16:00:00.000Z' }],
      counts: { outstanding: 0 },
    });
    await rsvps.as(mother).say(id, mine('maybe'));
    expect((await watch(mother)).commitments).toEqual([]);
  });
});

describe('A feed', () => {
  it('shows what an own student comes to, whatever else it was narrowed to', async () => {
    const [single, series] = [await rsvps.anEvent(), await rsvps.aSeries()];
    const occurrence = await rsvps.calendar.on(series, '2026-09-21');
    const feed = await aFeed(t, rsvps.calendar.as(mother), { tags: ['chess'] });
    expect(await feed.text()).not.toContain('BEGIN:VEVENT');
    await rsvps.as(father).say(single, mine());
    await rsvps.as(father).say(occurrence, mine());
    const text = await feed.text();
    expect(text.match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:Picnic', 'SUMMARY:Practice']);
    expect(text).not.toContain('PARTSTAT');
    await rsvps.as(mother).say(occurrence, mine('no'));
    expect((await feed.text()).match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:Picnic']);
  });
});

describe('GET /schools/:schoolId/changes', () => {
  it('tells everybody who sees the event of an answer, and nobody else', async () => {
    const id = await rsvps.anEvent();
    const hidden = await rsvps.anEvent({ audience: { type: 'admins' }, rsvp: { by: 'person' } });
    const stranger = await Follower.begin(t, school, await school.parent());
    await rsvps.as(mother).say(id, mine());
    expect(await stranger.words()).toEqual([`changed event ${id}`]);
    await rsvps.say(hidden, {});
    await rsvps.as(mother).say(id, mine());
    expect(await stranger.words()).toEqual([]);
  });

  it('tells that answers have ended, at the very moment', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-01T12:10:00Z' } });
    const follower = await Follower.begin(t, school, mother);
    t.clock.stopAt('2026-09-01T12:09:59.999Z');
    expect(await follower.words()).toEqual([]);
    t.clock.stopAt('2026-09-01T12:10:00.000Z');
    expect(await follower.words()).toEqual([`changed event ${id}`]);
  });

  it('tells of nothing after a reminder', async () => {
    const id = await rsvps.anEvent();
    const stranger = await Follower.begin(t, school, await school.parent());
    await rsvps.remind(id);
    expect((await stranger.words())!.filter((word) => word.includes('event'))).toEqual([]);
  });
});
