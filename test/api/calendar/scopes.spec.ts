import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await aCalendar(t);
});
afterAll(() => t.close());

const FOUR = { rrule: 'FREQ=WEEKLY;COUNT=4' };
const MONDAYS = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'] as const;

/** `2026-09-07 19:30 Practice` of each occurrence. */
const seen = async (seriesId: string): Promise<string[]> =>
  (await calendar.occurrences(seriesId)).map(
    ({ starts_at, start_date, title, status }) =>
      `${start_date} ${starts_at?.slice(11, 16) ?? 'all day'} ${status === 'cancelled' ? 'off' : title}`,
  );
const aSeriesWith = async (
  given: object = FOUR,
): Promise<{ id: string; on: (day: string) => Promise<string> }> => {
  const id = await calendar.aSeries(given);
  return { id, on: (day) => calendar.on(id, day) };
};
const hasResult = (eventId: string): Promise<boolean> =>
  t.dataSource.manager.existsBy(EventResult, { eventId });

describe('scope=this', () => {
  it('moves one occurrence onto the day of another: both are there, each under its own id', async () => {
    const { id, on } = await aSeriesWith();
    const [a, b] = [await on('2026-09-07'), await on('2026-09-14')];
    const times = { starts_at: '2026-09-14T14:00:00Z', ends_at: '2026-09-14T15:00:00Z' };
    const { body } = await calendar.change(a, times);
    expect(body).toMatchObject({ id: a, original_start: '20260907T193000Z', is_exception: true });
    expect(await seen(id)).toEqual([
      '2026-09-14 14:00 Practice',
      '2026-09-14 19:30 Practice',
      '2026-09-21 19:30 Practice',
      '2026-09-28 19:30 Practice',
    ]);
    const before = (await calendar.getEvent(b)).body;
    expect((await calendar.remove(a)).status).toBe(204);
    expect((await calendar.getEvent(b)).body).toEqual(before);
    expect((await calendar.getEvent(a)).body).toMatchObject({
      status: 'cancelled',
      start_date: '2026-09-14',
    });
    expect((await calendar.getSeries(id)).body.exdates).toEqual(['2026-09-07T15:30']);
  });

  it('applies to a change without a scope', async () => {
    const { id, on } = await aSeriesWith();
    await calendar.change(await on('2026-09-14'), { title: 'Scrimmage' });
    expect((await seen(id)).filter((one) => one.endsWith('Scrimmage'))).toHaveLength(1);
  });

  it('keeps the id over every further change, and is no exception once it is as the series again', async () => {
    const { on } = await aSeriesWith();
    const a = await on('2026-09-14');
    await calendar.change(a, {
      title: 'Scrimmage',
      starts_at: '2026-09-15T19:30:00Z',
      ends_at: '2026-09-15T20:30:00Z',
    });
    await calendar.change(a, { starts_at: '2026-09-16T19:30:00Z', ends_at: '2026-09-16T20:30:00Z' });
    expect((await calendar.getEvent(a)).body).toMatchObject({ title: 'Scrimmage', start_date: '2026-09-16' });
    const { body } = await calendar.change(a, {
      title: 'Practice',
      starts_at: '2026-09-14T19:30:00Z',
      ends_at: '2026-09-14T20:30:00Z',
    });
    expect(body).toMatchObject({ id: a, is_exception: false });
  });

  it('turns one occurrence into a whole day', async () => {
    const { id, on } = await aSeriesWith();
    const { body } = await calendar.change(await on('2026-09-14'), { all_day: true });
    expect(body).toMatchObject({ all_day: true, starts_at: null, original_start: '20260914T193000Z' });
    expect((await seen(id))[1]).toBe('2026-09-14 all day Practice');
  });

  it('lets the arrival follow a moved start, unless it is given', async () => {
    const { on } = await aSeriesWith({ ...FOUR, arrival_at: '2026-09-07T15:00' });
    const a = await on('2026-09-14');
    const arrival = async (): Promise<Date | null> => (await calendar.row(a)).arrivalAt;
    expect(await arrival()).toEqual(new Date('2026-09-14T19:00:00Z'));
    await calendar.change(a, { starts_at: '2026-09-14T20:00:00Z' });
    expect(await arrival()).toEqual(new Date('2026-09-14T19:30:00Z'));
    await calendar.change(a, { arrival_at: '2026-09-14T18:00:00Z' });
    expect(await arrival()).toEqual(new Date('2026-09-14T18:00:00Z'));
  });

  it('calls off once, however often it is said, and the texts of what is off may still change', async () => {
    const { id, on } = await aSeriesWith();
    const a = await on('2026-09-14');
    await calendar.remove(a);
    const { sequence } = (await calendar.getSeries(id)).body;
    expect((await calendar.remove(a)).status).toBe(204);
    expect((await calendar.getSeries(id)).body.sequence).toBe(sequence);
    const { body } = await calendar.change(a, { title: 'Snow day' });
    expect(body).toMatchObject({ title: 'Snow day', status: 'cancelled' });
  });

  it('calls off the 02:30 that 2027-03-14 does not have', async () => {
    const { id, on } = await aSeriesWith({ local_start: '2027-03-13T02:30', rrule: 'FREQ=DAILY;COUNT=3' });
    await calendar.remove(await on('2027-03-14'));
    await calendar.changeSeries(id, { title: 'Night watch' });
    expect(await seen(id)).toEqual([
      '2027-03-13 07:30 Night watch',
      '2027-03-14 07:30 off',
      '2027-03-15 06:30 Night watch',
    ]);
  });
});

describe('scope=following', () => {
  it('makes a second series, and leaves the first half as it was', async () => {
    const { id, on } = await aSeriesWith({ rrule: 'FREQ=WEEKLY;COUNT=6' });
    await calendar.change(await on('2026-09-14'), { title: 'Scrimmage' });
    await calendar.change(await on('2026-10-05'), { location: 'Gym' });
    const first = (await calendar.occurrences(id)).slice(0, 2);
    const third = await on('2026-09-21');
    const { body } = await calendar.change(third, { title: 'Advanced' }, 'following');
    expect(body).toMatchObject({
      title: 'Advanced',
      original_start: '20260921T193000Z',
      dropped_exceptions: [],
    });
    expect(body.series_id).not.toBe(id);
    expectError(await calendar.getEvent(third), 404, 'not_found');
    expect(await calendar.occurrences(id)).toEqual(first);
    expect((await calendar.getSeries(id)).body.rrule).toBe('FREQ=WEEKLY;UNTIL=20260921T192959Z');
    expect((await calendar.getSeries(body.series_id)).body).toMatchObject({
      split_from: id,
      local_start: '2026-09-21T15:30',
      rrule: 'FREQ=WEEKLY;COUNT=4',
      exceptions: [{ original_start: '20261005T193000Z', kind: 'changed' }],
    });

    const fourth = await calendar.on(body.series_id, '2026-09-28');
    const times = { starts_at: '2026-09-28T21:00:00Z', ends_at: '2026-09-28T22:00:00Z' };
    await calendar.change(fourth, { ...times, title: 'Late' }, 'all');
    expect(await calendar.occurrences(id)).toEqual(first);
    expect(await seen(body.series_id)).toEqual(
      ['2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12'].map((day) => `${day} 21:00 Late`),
    );
  });

  it('keeps rows, cancellations and results on both sides', async () => {
    const { id, on } = await aSeriesWith();
    const team = await calendar.anOrganization();
    const rows = [
      await calendar.withResult(await on('2026-09-07'), team),
      await calendar.withResult(await on('2026-09-28'), team),
    ];
    await calendar.remove(await on('2026-09-21'));
    const { body } = await calendar.change(await on('2026-09-14'), { title: 'New' }, 'following');
    expect(await seen(body.series_id)).toEqual([
      '2026-09-14 19:30 New',
      '2026-09-21 19:30 off',
      '2026-09-28 19:30 New',
    ]);
    expect((await calendar.row(await on('2026-09-07'))).id).toBe(rows[0]!.id);
    expect((await calendar.row(`${body.series_id}_20260928T193000Z`)).id).toBe(rows[1]!.id);
    expect(await Promise.all(rows.map((row) => hasResult(row.id)))).toEqual([true, true]);
    expect((await calendar.getSeries(id)).body.exdates).toEqual([]);
  });

  it('names a dropped exception by the id that the caller knows', async () => {
    const { id, on } = await aSeriesWith();
    const last = await on('2026-09-28');
    await calendar.change(last, { title: 'Finale' });
    const times = { starts_at: '2026-09-21T20:00:00Z', ends_at: '2026-09-21T21:00:00Z' };
    const { body } = await calendar.change(await on('2026-09-21'), times, 'following');
    expect(body.dropped_exceptions).toEqual([last]);
    expect(await seen(id)).toHaveLength(2);
    expect(await seen(body.series_id)).toEqual(['2026-09-21 20:00 Practice', '2026-09-28 20:00 Practice']);
  });

  it('equals all on the first occurrence', async () => {
    const { id, on } = await aSeriesWith();
    const { body } = await calendar.change(await on('2026-09-07'), { title: 'New' }, 'following');
    expect(body.series_id).toBe(id);
    expect(await seen(id)).toEqual(MONDAYS.map((day) => `${day} 19:30 New`));
  });

  it('takes the rest away on DELETE; what has a result stays as a single event', async () => {
    const { id, on } = await aSeriesWith();
    const row = await calendar.withResult(await on('2026-09-28'), await calendar.anOrganization());
    expect((await calendar.remove(await on('2026-09-21'), 'following')).status).toBe(204);
    expect(await seen(id)).toEqual(['2026-09-07 19:30 Practice', '2026-09-14 19:30 Practice']);
    expect((await calendar.getEvent(row.id)).body).toMatchObject({
      series_id: null,
      start_date: '2026-09-28',
    });
    expect(await hasResult(row.id)).toBe(true);
    await calendar.remove(await on('2026-09-07'), 'following');
    expectError(await calendar.getSeries(id), 404, 'not_found');
  });
});
