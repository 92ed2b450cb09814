import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarEvent } from '../../../src/features/calendar/events/calendar-event.entity.js';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { INVALID_DETAILS } from '../../support/http/invalid-events.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await aCalendar(t);
});
afterAll(() => t.close());

const FOUR = { rrule: 'FREQ=WEEKLY;COUNT=4' };
const startsOf = async (id: string): Promise<(string | null)[]> =>
  (await calendar.occurrences(id)).map(({ starts_at }) => starts_at);
const titlesOf = async (id: string): Promise<string[]> =>
  (await calendar.occurrences(id)).map(({ title }) => title);
const resultOf = (eventId: string): Promise<EventResult | null> =>
  t.dataSource.manager.findOneBy(EventResult, { eventId });

describe('PATCH /schools/:schoolId/calendar/series/:seriesId', () => {
  it.each(INVALID_DETAILS)('refuses %s, and changes nothing', async (_what, given, path) => {
    const id = await calendar.aSeries(FOUR);
    const before = (await calendar.getSeries(id)).body;
    expectInvalid(await calendar.changeSeries(id, given), path);
    expect((await calendar.getSeries(id)).body).toEqual(before);
  });

  it.each([
    ['unsupported_rule', { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' }],
    ['unsupported_rule', { local_start: '2026-09-07T15:30', rrule: 'FREQ=SECONDLY;COUNT=3' }],
    ['too_many_occurrences', { rrule: 'FREQ=WEEKLY' }],
    ['too_many_occurrences', { rrule: 'FREQ=DAILY;COUNT=401' }],
  ])('refuses as %s: %j', async (reason, given) => {
    const id = await calendar.aSeries(FOUR);
    const { status, body } = await calendar.changeSeries(id, given);
    expect([status, body.error.reason]).toEqual([400, reason]);
    expect(await calendar.occurrences(id)).toHaveLength(4);
  });

  it('refuses to clear the rule when there are no dates, and lives on dates alone', async () => {
    const id = await calendar.aSeries(FOUR);
    expectInvalid(await calendar.changeSeries(id, { rrule: null }), 'rrule');
    await calendar.changeSeries(id, { rrule: null, rdates: ['2026-10-01'] });
    expect(await startsOf(id)).toEqual(['2026-09-07T19:30:00.000Z', '2026-10-01T19:30:00.000Z']);
  });

  it('lives on when the others of its dates are cut off', async () => {
    const id = await calendar.aSeries({ rrule: undefined, rdates: ['2026-10-01'] });
    await calendar.remove(await calendar.on(id, '2026-10-01'), 'following');
    expect(await calendar.changeSeries(id, { title: 'Once' })).toMatchObject({
      status: 200,
      body: { title: 'Once', rrule: null, rdates: [], occurrence_count: 1 },
    });
    const later = { local_start: '2026-09-08T15:30', rrule: null, rdates: [] };
    expect((await calendar.changeSeries(id, later)).status).toBe(200);
    expect(await startsOf(id)).toEqual(['2026-09-08T19:30:00.000Z']);
    await calendar.changeSeries(id, { rdates: ['2026-10-02'] });
    expectInvalid(await calendar.changeSeries(id, { rdates: [] }), 'rrule');
  });

  it('refuses a change of what the caller has not seen, be it of one occurrence', async () => {
    const id = await calendar.aSeries(FOUR);
    const headers = { 'if-match': (await calendar.getSeries(id)).headers.get('etag') ?? '' };
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Other' });
    expectError(await calendar.changeSeries(id, { title: 'New' }, headers), 409, 'conflict', 'stale');
    expectError(await calendar.removeSeries(id, headers), 409, 'conflict', 'stale');
  });

  it('changes nothing, and no sequence, when it is given nothing', async () => {
    const id = await calendar.aSeries(FOUR);
    const before = (await calendar.getSeries(id)).body;
    expect((await calendar.changeSeries(id, {})).body).toEqual({ ...before, dropped_exceptions: [] });
  });

  it('gives texts to every occurrence but those that differ in them', async () => {
    const id = await calendar.aSeries(FOUR);
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Scrimmage' });
    await calendar.change(await calendar.on(id, '2026-09-21'), { location: 'Gym' });
    const { body } = await calendar.changeSeries(id, { title: 'Training', location: 'Field' });
    expect(body).toMatchObject({ title: 'Training', dropped_exceptions: [], sequence: 3 });
    expect((await calendar.occurrences(id)).map(({ title, location }) => [title, location])).toEqual([
      ['Training', 'Field'],
      ['Scrimmage', 'Field'],
      ['Training', 'Gym'],
      ['Training', 'Field'],
    ]);
  });

  it('keeps an exception as one even when the series comes to say the same', async () => {
    const id = await calendar.aSeries(FOUR);
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Scrimmage' });
    await calendar.changeSeries(id, { title: 'Scrimmage' });
    await calendar.changeSeries(id, { title: 'Training' });
    expect(await titlesOf(id)).toEqual(['Training', 'Scrimmage', 'Training', 'Training']);
  });

  it('drops an exception whose original start is gone, and says so', async () => {
    const id = await calendar.aSeries(FOUR);
    const [moved, cancelled] = [await calendar.on(id, '2026-09-14'), await calendar.on(id, '2026-09-21')];
    await calendar.change(moved, { title: 'Scrimmage' });
    await calendar.remove(cancelled);
    const { body } = await calendar.changeSeries(id, { rrule: 'FREQ=WEEKLY;INTERVAL=3;COUNT=2' });
    expect(body.dropped_exceptions).toEqual([moved, cancelled]);
    expect(await startsOf(id)).toEqual(['2026-09-07T19:30:00.000Z', '2026-09-28T19:30:00.000Z']);
    expectError(await calendar.getEvent(moved), 404, 'not_found');
  });

  it('moves the clock of all; a day that was called off stays called off', async () => {
    const id = await calendar.aSeries({
      rrule: 'FREQ=WEEKLY;UNTIL=20260928T193000Z',
      rdates: ['2026-10-01T10:00'],
    });
    const [plain, off] = [await calendar.on(id, '2026-09-07'), await calendar.on(id, '2026-09-21')];
    await calendar.remove(off);
    const row = await calendar.row(plain);
    const { body } = await calendar.changeSeries(id, {
      local_start: '2026-09-07T17:00',
      duration_minutes: 90,
    });
    expect(body).toMatchObject({
      dropped_exceptions: [off],
      exdates: ['2026-09-21T17:00'],
      occurrence_count: 4,
    });
    expect((await calendar.occurrences(id)).map(({ starts_at, status }) => `${starts_at} ${status}`)).toEqual(
      [
        '2026-09-07T21:00:00.000Z confirmed',
        '2026-09-14T21:00:00.000Z confirmed',
        '2026-09-21T21:00:00.000Z cancelled',
        '2026-09-28T21:00:00.000Z confirmed',
        '2026-10-01T21:00:00.000Z confirmed',
      ],
    );
    // What hangs on the occurrence of that day moves with it.
    expect((await calendar.row(`${id}_20260907T210000Z`)).id).toBe(row.id);
  });

  it('keeps an occurrence with a result as a single event when its original start is gone', async () => {
    const id = await calendar.aSeries(FOUR);
    const team = await calendar.anOrganization();
    const row = await calendar.withResult(await calendar.on(id, '2026-09-14'), team);
    const { body } = await calendar.changeSeries(id, { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' });
    expect(body.dropped_exceptions).toEqual([]);
    expect((await calendar.getEvent(row.id)).body).toMatchObject({
      title: 'Practice',
      starts_at: '2026-09-14T19:30:00.000Z',
      series_id: null,
      original_start: null,
      is_exception: false,
    });
    expect(await resultOf(row.id)).toMatchObject({ outcome: 'win' });
  });

  it('keeps rows and results where the original start stays', async () => {
    const id = await calendar.aSeries(FOUR);
    const team = await calendar.anOrganization();
    const occurrence = await calendar.on(id, '2026-09-14');
    const row = await calendar.withResult(occurrence, team);
    await calendar.changeSeries(id, { rrule: 'FREQ=WEEKLY;COUNT=2', duration_minutes: 30, title: 'Short' });
    expect((await calendar.row(occurrence)).id).toBe(row.id);
    expect((await calendar.getEvent(occurrence)).body).toMatchObject({
      title: 'Short',
      ends_at: '2026-09-14T20:00:00.000Z',
    });
  });

  it('calls off what exdates newly name, and takes it back when they no longer do', async () => {
    const id = await calendar.aSeries(FOUR);
    await calendar.changeSeries(id, { exdates: ['2026-09-14'] });
    expect((await calendar.getSeries(id)).body.exceptions).toEqual([
      { original_start: '20260914T193000Z', kind: 'cancelled' },
    ]);
    await calendar.changeSeries(id, { exdates: [] });
    expect((await calendar.getSeries(id)).body).toMatchObject({ exceptions: [], occurrence_count: 4 });
  });

  it('turns into whole days and back', async () => {
    const id = await calendar.aSeries({
      rrule: 'FREQ=WEEKLY;UNTIL=20260921T193000Z',
      exdates: ['2026-09-14T15:30'],
    });
    const days = await calendar.changeSeries(id, { all_day: true });
    expect(days.body).toMatchObject({
      local_start: '2026-09-07',
      duration_days: 1,
      rrule: 'FREQ=WEEKLY;UNTIL=20260921',
    });
    expect((await calendar.occurrences(id)).map(({ original_start }) => original_start)).toEqual([
      '20260907',
      '20260921',
    ]);
    expectInvalid(await calendar.changeSeries(id, { all_day: false }), 'local_start');
    const back = { all_day: false, local_start: '2026-09-07T09:00', duration_minutes: 45 };
    expect((await calendar.changeSeries(id, back)).status).toBe(200);
    expect(await startsOf(id)).toEqual(['2026-09-07T13:00:00.000Z', '2026-09-21T13:00:00.000Z']);
  });
});

describe('DELETE /schools/:schoolId/calendar/series/:seriesId', () => {
  it('takes everything away but what has a result', async () => {
    const id = await calendar.aSeries(FOUR);
    const team = await calendar.anOrganization();
    const row = await calendar.withResult(await calendar.on(id, '2026-09-14'), team);
    expect((await calendar.removeSeries(id)).status).toBe(204);
    expectError(await calendar.getSeries(id), 404, 'not_found');
    expect(await t.dataSource.manager.countBy(CalendarEvent, { seriesId: id })).toBe(0);
    expect((await calendar.getEvent(row.id)).status).toBe(200);
    expect(await resultOf(row.id)).not.toBeNull();
    expectError(await calendar.removeSeries(id), 404, 'not_found');
  });
});
