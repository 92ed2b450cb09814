import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarEvent } from '../../../../src/features/calendar/events/calendar-event.entity.js';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { School } from '../../../../src/features/schools/school.entity.js';
import { toldOf } from '../../../support/alerts.js';
import { PICNIC } from '../../../support/calendar.factory.js';
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
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  ({ school } = rsvps.calendar);
  ({ student, mother, father } = await school.family());
});

const mine = (answer = 'yes') => ({ student_id: student.id, answer });
const countsOf = async (id: string) => (await rsvps.rsvpOf(id))?.counts;
const YES = { yes: 1, no: 0, maybe: 0 };
const told = (id: string) => toldOf(t, { id }, 'event_changed');

/** A series, and an answered occurrence of it. */
async function answered(day = '2026-09-21'): Promise<{ series: string; id: string }> {
  const series = await rsvps.aSeries();
  const id = await rsvps.calendar.on(series, day);
  await rsvps.as(mother).say(id, mine());
  return { series, id };
}

describe('How an event asks', () => {
  it('stays with a change that does not say it, and is cleared and given back with its answers', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', capacity: 4, until: '2026-09-11T16:00:00Z' } });
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.change(id, { title: 'Fair' });
    expect(await rsvps.rsvpOf(id)).toMatchObject({ capacity: 4, counts: YES });
    expect((await rsvps.calendar.change(id, { rsvp: null })).body.rsvp).toBeNull();
    expect((await rsvps.list(id)).status).toBe(404);
    await rsvps.calendar.change(id, { rsvp: { by: 'student' } });
    expect(await rsvps.rsvpOf(id)).toMatchObject({ capacity: null, until: null, counts: YES });
  });

  it('hides the answers of students while it asks for persons', async () => {
    const id = await rsvps.anEvent();
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.change(id, { rsvp: { by: 'person' } });
    expect(await countsOf(id)).toEqual({ yes: 0, no: 0, maybe: 0 });
    await rsvps.calendar.change(id, { rsvp: { by: 'student' } });
    expect(await countsOf(id)).toEqual(YES);
  });

  it('moves its last moment along with the event', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-10T16:00:00Z' } });
    await rsvps.calendar.change(id, { starts_at: '2026-09-19T16:00:00Z', ends_at: '2026-09-19T18:00:00Z' });
    expect(await rsvps.rsvpOf(id)).toMatchObject({ until: '2026-09-17T16:00:00.000Z' });
  });

  it('keeps a last moment of its own for each occurrence, as long before its start', async () => {
    const series = await rsvps.aSeries({ rsvp: { by: 'student', until: '2026-09-06T19:30:00Z' } });
    expect((await rsvps.calendar.getSeries(series)).body.rsvp).toEqual({
      ...{ by: 'student', until: '2026-09-06T19:30:00.000Z', capacity: null },
    });
    const november = await rsvps.calendar.on(series, '2026-11-09');
    expect(await rsvps.rsvpOf(november)).toMatchObject({ until: '2026-11-08T20:30:00.000Z' });
  });

  it('takes the first of an hour that comes twice for the start of a series', async () => {
    const rsvp = { by: 'student', until: '2026-11-01T05:30:00.000Z', capacity: null };
    const times = { local_start: '2026-11-01T01:30', rrule: 'FREQ=DAILY;COUNT=3' };
    const series = await rsvps.aSeries({ ...times, rsvp });
    const shown = (await rsvps.calendar.getSeries(series)).body.rsvp;
    expect(shown).toEqual(rsvp);
    expect((await rsvps.calendar.changeSeries(series, { rsvp: shown })).status).toBe(200);
  });

  it('begins a whole day with its first instant where midnight comes twice', async () => {
    await t.dataSource.manager.update(School, school.id, { timeZone: 'Atlantic/Azores' });
    const day = { start_date: '2026-10-25', end_date: '2026-10-25' };
    const rsvp = { by: 'student', until: '2026-10-25T00:00:00.000Z' };
    const id = await rsvps.anEvent({ ...day, starts_at: null, ends_at: null, rsvp });
    expect(await rsvps.rsvpOf(id)).toMatchObject(rsvp);
    const series = await rsvps.aSeries({
      ...{ all_day: true, local_start: day.start_date, duration_minutes: undefined, rsvp },
    });
    expect((await rsvps.calendar.getSeries(series)).body.rsvp).toMatchObject(rsvp);
  });

  it('differs for one occurrence, which keeps that when the series changes', async () => {
    const series = await rsvps.aSeries();
    const [one, other] = [
      await rsvps.calendar.on(series, '2026-09-14'),
      await rsvps.calendar.on(series, '2026-09-21'),
    ];
    await rsvps.calendar.change(one, { rsvp: { by: 'student', capacity: 7 } }, 'this');
    await rsvps.calendar.changeSeries(series, { rsvp: { by: 'person' } });
    expect(await rsvps.rsvpOf(one)).toMatchObject({ by: 'student', capacity: 7 });
    expect(await rsvps.rsvpOf(other)).toMatchObject({ by: 'person' });
  });
});

describe('Answers stay with their occurrence', () => {
  it('when the time of day changes, for it alone, for all, or for those that follow', async () => {
    const at = (hour: string) => ({
      starts_at: `2026-09-21T${hour}:00:00Z`,
      ends_at: `2026-09-21T${hour}:30:00Z`,
    });
    for (const scope of ['this', 'following', 'all'] as const) {
      const { id } = await answered();
      const changed = await rsvps.calendar.change(id, at('21'), scope);
      expect([scope, (changed.body.rsvp as { counts: object }).counts]).toEqual([scope, YES]);
      const shown = (await rsvps.calendar.events()).filter(({ rsvp }) => rsvp);
      expect(shown.filter(({ series_id }) => series_id === null)).toEqual([]);
    }
  });

  it('when it is moved, called off and takes place again', async () => {
    const { series, id } = await answered();
    await rsvps.calendar.change(id, { starts_at: '2026-09-23T19:30:00Z', ends_at: '2026-09-23T20:30:00Z' });
    expect(await countsOf(id)).toEqual(YES);
    await rsvps.calendar.remove(id);
    await rsvps.calendar.changeSeries(series, { exdates: [] });
    expect(await countsOf(id)).toEqual(YES);
  });

  it('as a single event, once the rule leaves its day out', async () => {
    const { series } = await answered();
    await rsvps.calendar.changeSeries(series, { rrule: 'FREQ=WEEKLY;COUNT=2' });
    const left = (await rsvps.calendar.events()).filter(({ series_id }) => series_id === null);
    expect(left).toMatchObject([{ start_date: '2026-09-21', rsvp: { counts: YES } }]);
  });

  it('for its managers, once its series is deleted; what has begun stays in the calendar', async () => {
    const { series, id } = await answered();
    const past = await rsvps.calendar.on(series, '2026-09-07');
    await rsvps.as(mother).say(past, mine());
    const rows = [(await rsvps.calendar.row(past)).id, (await rsvps.calendar.row(id)).id];
    t.clock.moveTo('2026-09-08T12:00:00Z');
    await rsvps.calendar.removeSeries(series);
    expect((await rsvps.calendar.events()).map((event) => event.id)).toEqual([rows[0]]);
    for (const row of rows) expect((await rsvps.list(row)).body).toMatchObject({ counts: YES });
    expect(await t.dataSource.manager.findOneByOrFail(CalendarEvent, { id: rows[1]! })).toMatchObject({
      ...{ seriesId: null, status: 'cancelled' },
    });
  });
});

describe('An event that is moved to another day', () => {
  const titlesOf = async ({ token }: TestGuardian): Promise<string[]> =>
    (await t.api.get(`/schools/${school.id}/notifications`, { token })).body.notifications.map(
      ({ title }: { title: string }) => title,
    );
  const ADMINS = { type: 'admins', graduation_years: [], organization_ids: [] };
  const SATURDAY = { starts_at: '2026-12-12T16:00:00Z', ends_at: '2026-12-12T18:00:00Z' };
  const SUNDAY = { starts_at: '2026-12-13T16:00:00Z', ends_at: '2026-12-13T18:00:00Z' };

  it('tells everybody who said yes or maybe, once, however far ahead it is', async () => {
    const id = await rsvps.anEvent(SATURDAY);
    const [maybe, no] = [await school.family(), await school.family()];
    await rsvps.as(mother).say(id, mine());
    await rsvps.as(maybe.mother).say(id, { student_id: maybe.student.id, answer: 'maybe' });
    await rsvps.as(no.mother).say(id, { student_id: no.student.id, answer: 'no' });
    await rsvps.calendar.change(id, SUNDAY);
    const wanted = [mother, father, maybe.mother, maybe.father].map(({ membershipId }) => membershipId);
    expect((await told(id)).sort()).toEqual(wanted.sort());
  });

  it('tells them once more when it is called off, and that alone then', async () => {
    const [id, over] = [await rsvps.anEvent(SATURDAY), await rsvps.anEvent()];
    for (const one of [id, over]) await rsvps.as(mother).say(one, mine());
    await rsvps.calendar.change(id, SUNDAY);
    await rsvps.calendar.remove(id);
    const off = (event: string) => toldOf(t, { id: event }, 'event_cancelled');
    const family = [mother, father].map(({ membershipId }) => membershipId).sort();
    expect([await off(id), await told(id)]).toEqual([family, []]);
    t.clock.moveTo('2026-09-13T12:00:00Z');
    await rsvps.calendar.remove(over);
    expect(await off(over)).toEqual([]);
  });

  it('tells those who are in its audience no more as well, however soon it is', async () => {
    const id = await rsvps.anEvent();
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.change(id, { audience: ADMINS });
    await rsvps.calendar.change(id, { starts_at: '2026-09-13T16:00:00Z', ends_at: '2026-09-13T18:00:00Z' });
    const family = [mother, father].map(({ membershipId }) => membershipId).sort();
    expect((await told(id)).sort()).toEqual(family);
    await rsvps.calendar.remove(id);
    expect((await toldOf(t, { id }, 'event_cancelled')).sort()).toEqual(family);
  });

  it('tells those who do not see it any more by the title that they have seen, or by none', async () => {
    const [id, other] = [await rsvps.anEvent(SATURDAY), await rsvps.anEvent(SATURDAY)];
    for (const one of [id, other]) await rsvps.as(mother).say(one, mine());
    await rsvps.calendar.change(id, { ...SUNDAY, title: 'About a pupil', audience: ADMINS });
    expect(await titlesOf(mother)).toEqual([PICNIC.title]);
    await rsvps.calendar.change(other, { audience: ADMINS });
    await rsvps.calendar.change(other, { title: 'About another pupil' });
    await rsvps.calendar.change(other, SUNDAY);
    expect((await titlesOf(mother)).sort()).toEqual(['An event', PICNIC.title]);
  });

  it('tells those who see it still by its new title', async () => {
    const id = await rsvps.anEvent(SATURDAY);
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.change(id, { ...SUNDAY, title: 'Picnic in the park' });
    expect(await titlesOf(mother)).toEqual(['Picnic in the park']);
  });

  it('tells nobody of another time of the same day, or of a day that is the same', async () => {
    const id = await rsvps.anEvent(SATURDAY);
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.change(id, { ...SATURDAY, ends_at: '2026-12-12T19:00:00Z', location: 'Gym' });
    expect(await told(id)).toEqual([]);
  });
});
