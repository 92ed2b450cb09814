import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventSeries } from '../../../src/features/calendar/series/event-series.entity.js';
import { aCalendar, PRACTICE, type TestCalendar } from '../../support/calendar.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { INVALID_DETAILS, type Invalid } from '../../support/http/invalid-events.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await aCalendar(t);
});
afterAll(() => t.close());

const daysOf = async (id: string): Promise<string[]> =>
  (await calendar.occurrences(id)).map(({ start_date }) => start_date);
const stored = (): Promise<number> =>
  t.dataSource.manager.countBy(EventSeries, { schoolId: calendar.school.id });

const INVALID: Invalid[] = [
  ['no start', { local_start: undefined }, 'local_start'],
  ['a start that is no clock', { local_start: 'Monday' }, 'local_start'],
  ['a start on a day that is none', { local_start: '2026-02-30T15:30' }, 'local_start'],
  ['a timed start without time', { local_start: '2026-09-07' }, 'local_start'],
  ['a start in the year 12', { local_start: '0012-09-07T15:30' }, 'local_start'],
  ['a start in UTC', { local_start: '2026-09-07T19:30:00Z' }, 'local_start'],
  ['a start with an offset', { local_start: '2026-09-07T15:30-04:00' }, 'local_start'],
  ['a basic start in UTC', { local_start: '20260907T193000Z' }, 'local_start'],
  ['no duration', { duration_minutes: undefined }, 'duration_minutes'],
  ['a negative duration', { duration_minutes: -1 }, 'duration_minutes'],
  ['half a minute', { duration_minutes: 0.5 }, 'duration_minutes'],
  ['no days', { all_day: true, duration_days: 0 }, 'duration_days'],
  ['an offset as a time zone', { time_zone: '+02:00' }, 'time_zone'],
  ['a time zone that is none', { time_zone: 'America/Springfield' }, 'time_zone'],
  ['no rule and no dates', { rrule: undefined }, 'rrule'],
  ['a list as a rule', { rrule: ['FREQ=DAILY'] }, 'rrule'],
  ['a word as rdates', { rdates: '2026-09-08' }, 'rdates'],
  ['an rdate that is no date', { rdates: ['soon'] }, 'rdates'],
  ['an exdate that is no date', { exdates: ['2026-13-01'] }, 'exdates'],
  [
    'exdates that leave nothing',
    { rrule: 'FREQ=DAILY;COUNT=2', exdates: ['2026-09-07', '2026-09-08'] },
    'exdates',
  ],
  ['an arrival after the start', { arrival_at: '2026-09-07T15:31' }, 'arrival_at'],
  ['an arrival that is a day', { arrival_at: '2026-09-07' }, 'arrival_at'],
  ['an arrival of a whole day', { all_day: true, arrival_at: '2026-09-07T08:00' }, 'arrival_at'],
  ['no title', { title: undefined }, 'title'],
];

const UNSUPPORTED: [string, object][] = [
  ['hours', { rrule: 'FREQ=HOURLY;COUNT=3' }],
  ['weeks by number', { rrule: 'FREQ=YEARLY;BYWEEKNO=20;COUNT=3' }],
  ['COUNT with UNTIL', { rrule: 'FREQ=WEEKLY;COUNT=3;UNTIL=20261231' }],
  ['a start off the rule', { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }],
  ['a day that never comes', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3' }],
  ['an UNTIL on no day', { rrule: 'FREQ=WEEKLY;UNTIL=20261399' }],
  ['no rule at all', { rrule: 'every Monday' }],
];

const TOO_MANY: [string, object][] = [
  ['a rule without end', { rrule: 'FREQ=WEEKLY' }],
  ['401 days', { rrule: 'FREQ=DAILY;COUNT=401' }],
  ['a fourth year', { rrule: 'FREQ=YEARLY;COUNT=5' }],
  ['weeks until the end of the century', { rrule: 'FREQ=WEEKLY;UNTIL=20991231' }],
  ['a date in the fourth year', { rdates: ['2029-09-08'] }],
  ['a date in the fourth year, without a rule', { rrule: undefined, rdates: ['2029-09-07T15:31'] }],
  ['a date more than three years before', { rdates: ['2023-09-06'] }],
];

describe('POST /schools/:schoolId/calendar/series', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/calendar/series`,
    body: PRACTICE,
  });

  it.each([...INVALID, ...INVALID_DETAILS])('refuses %s, and stores nothing', async (_what, given, path) => {
    const before = await stored();
    expectInvalid(await calendar.createSeries({ ...PRACTICE, ...given }), path);
    expect(await stored()).toBe(before);
  });

  it.each(UNSUPPORTED)('refuses to repeat by %s', async (_what, given) => {
    const { status, body } = await calendar.createSeries({ ...PRACTICE, ...given });
    expect([status, body.error.reason]).toEqual([400, 'unsupported_rule']);
  });

  it.each(TOO_MANY)('refuses %s as too much', async (_what, given) => {
    const { status, body } = await calendar.createSeries({ ...PRACTICE, ...given });
    expect([status, body.error.reason]).toEqual([400, 'too_many_occurrences']);
  });

  it('answers with the series as it is stored', async () => {
    const organization = await calendar.anOrganization();
    const { status, body } = await calendar.createSeries({
      ...PRACTICE,
      description: '<p>Weekly</p>',
      rrule: 'freq=weekly;count=3',
      rdates: ['2026-12-24T10:00', '20261225'],
      exdates: ['2026-09-14', '20260921T193000Z'],
      tags: ['Sport'],
      organization_id: organization.id,
      event_type: 'practice',
      arrival_at: '2026-09-07T15:10',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        title: 'Practice',
        description: '<p>Weekly</p>',
        location: null,
        all_day: false,
        local_start: '2026-09-07T15:30',
        duration_minutes: 60,
        duration_days: null,
        time_zone: 'America/New_York',
        rrule: 'FREQ=WEEKLY;COUNT=3',
        rdates: ['2026-12-24T10:00', '2026-12-25T15:30'],
        exdates: ['2026-09-14', '2026-09-21T15:30'],
        category_id: null,
        tags: ['Sport'],
        organization_id: organization.id,
        audience: { type: 'organizations', graduation_years: [], organization_ids: [organization.id] },
        event_type: 'practice',
        home_away: null,
        opponent: null,
        arrival_at: '2026-09-07T15:10',
        uniform: null,
        rsvp: null,
        split_from: null,
        occurrence_count: 3,
        first_date: '2026-09-07',
        last_date: '2026-12-25',
        exceptions: [],
        sequence: 0,
        updated_at: expect.any(String),
      },
    ]);
    expect((await calendar.getSeries(body.id)).body).toEqual(body);
    expect(await daysOf(body.id)).toEqual(['2026-09-07', '2026-12-24', '2026-12-25']);
    expect((await calendar.row(`${body.id}_20261224T150000Z`)).arrivalAt).toEqual(
      new Date('2026-12-24T14:40:00Z'),
    );
  });

  it('repeats whole days, one unless said otherwise', async () => {
    const given = { title: 'Camp', all_day: true, local_start: '2026-10-30', rrule: 'FREQ=WEEKLY;COUNT=2' };
    const one = await calendar.createSeries(given);
    expect(one.body).toMatchObject({ local_start: '2026-10-30', duration_days: 1, duration_minutes: null });
    const { body } = await calendar.createSeries({ ...given, duration_days: 3 });
    expect(
      (await calendar.occurrences(body.id)).map(({ id, start_date, end_date }) => [id, start_date, end_date]),
    ).toEqual([
      [`${body.id}_20261030`, '2026-10-30', '2026-11-01'],
      [`${body.id}_20261106`, '2026-11-06', '2026-11-08'],
    ]);
    expect(body.last_date).toBe('2026-11-08');
  });

  it('takes a time zone of its own, and shows the days at the school', async () => {
    const id = await calendar.aSeries({ time_zone: 'asia/tokyo', local_start: '2026-09-08T08:00' });
    expect((await calendar.occurrences(id))[0]).toMatchObject({
      time_zone: 'Asia/Tokyo',
      starts_at: '2026-09-07T23:00:00.000Z',
      start_date: '2026-09-07',
    });
  });

  it('takes 400 occurrences', async () => {
    const { body } = await calendar.createSeries({ ...PRACTICE, rrule: 'FREQ=DAILY;COUNT=400' });
    expect(body.occurrence_count).toBe(400);
    expect(await daysOf(body.id)).toHaveLength(400);
  });
});

describe('GET /schools/:schoolId/calendar/series', () => {
  it('lists what the caller may see, by the first day and then the title', async () => {
    const own = await aCalendar(t);
    const parent = own.as(await own.school.parent());
    await own.createSeries({ ...PRACTICE, title: 'B' });
    await own.createSeries({ ...PRACTICE, title: 'A' });
    await own.createSeries({ ...PRACTICE, title: 'Z', local_start: '2026-08-31T15:30' });
    await own.createSeries({ ...PRACTICE, title: 'Staff', audience: { type: 'admins' } });
    const titles = async (of: TestCalendar): Promise<string[]> =>
      (await of.send('GET', '/series')).body.series.map(({ title }: { title: string }) => title);
    expect(await titles(own)).toEqual(['Z', 'A', 'B', 'Staff']);
    expect(await titles(parent)).toEqual(['Z', 'A', 'B']);
  });
});

describe('GET /schools/:schoolId/calendar/series/:seriesId', () => {
  it.each(['x', randomUUID(), '%00'])('answers 404 for %s, and so do its occurrences', async (id) => {
    expectError(await calendar.getSeries(id), 404, 'not_found');
    expectError(await calendar.send('GET', `/series/${id}/occurrences`), 404, 'not_found');
    expectError(await calendar.changeSeries(id, {}), 404, 'not_found');
    expectError(await calendar.removeSeries(id), 404, 'not_found');
  });

  it('hides what is for others', async () => {
    const id = await calendar.aSeries({ audience: { type: 'admins' } });
    const parent = calendar.as(await calendar.school.parent());
    expectError(await parent.getSeries(id), 404, 'not_found');
    expectError(await parent.send('GET', `/series/${id}/occurrences`), 404, 'not_found');
    expectError(await parent.changeSeries(id, { title: 'Mine' }), 404, 'not_found');
  });

  it('names its exceptions, and counts what takes place', async () => {
    const id = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=4' });
    await calendar.change(await calendar.on(id, '2026-09-14'), { location: 'Gym' });
    await calendar.remove(await calendar.on(id, '2026-09-28'));
    expect((await calendar.getSeries(id)).body).toMatchObject({
      occurrence_count: 3,
      first_date: '2026-09-07',
      last_date: '2026-09-21',
      exdates: ['2026-09-28T15:30'],
      exceptions: [
        { original_start: '20260914T193000Z', kind: 'changed' },
        { original_start: '20260928T193000Z', kind: 'cancelled' },
      ],
      sequence: 2,
    });
    expect(await calendar.occurrences(id)).toHaveLength(4);
  });
});
