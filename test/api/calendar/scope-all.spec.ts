import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

describe('scope=all', () => {
  it.each(['following', 'all'] as const)('refuses another date: %s', async (scope) => {
    const { id, on } = await aSeriesWith();
    const times = { starts_at: '2026-09-15T19:30:00Z', ends_at: '2026-09-15T20:30:00Z' };
    const { status, body } = await calendar.change(await on('2026-09-14'), times, scope);
    expect([status, body.error.reason]).toEqual([400, 'unsupported_rule']);
    expect(await seen(id)).toEqual(MONDAYS.map((day) => `${day} 19:30 Practice`));
  });

  it('changes the time of day and the duration of all', async () => {
    const { id, on } = await aSeriesWith({ rrule: 'FREQ=WEEKLY;COUNT=10' });
    const times = { starts_at: '2026-09-21T22:00:00Z', ends_at: '2026-09-21T23:30:00Z' };
    const { body } = await calendar.change(await on('2026-09-21'), times, 'all');
    expect(body).toMatchObject({ id: `${id}_20260921T220000Z`, ...asShown(times) });
    expect((await seen(id)).slice(7)).toEqual([
      '2026-10-26 22:00 Practice',
      '2026-11-02 23:00 Practice',
      '2026-11-09 23:00 Practice',
    ]);
  });

  it('holds for the occurrence through which it was made, even where that differed', async () => {
    const { id, on } = await aSeriesWith();
    await calendar.change(await on('2026-09-14'), { title: 'Scrimmage', location: 'Gym' });
    await calendar.change(await on('2026-09-21'), { title: 'Match' });
    const { body } = await calendar.change(await on('2026-09-14'), { title: 'Training' }, 'all');
    expect(body).toMatchObject({ title: 'Training', location: 'Gym' });
    expect((await seen(id)).map((one) => one.slice(17))).toEqual([
      'Training',
      'Training',
      'Match',
      'Training',
    ]);
  });

  it.each(['following', 'all'] as const)(
    'makes the occurrence through which its times were given one like the others: %s',
    async (scope) => {
      const { on } = await aSeriesWith();
      const [later, longer] = [
        { starts_at: '2026-09-14T21:00:00Z', ends_at: '2026-09-14T22:00:00Z' },
        { starts_at: '2026-09-14T19:30:00Z', ends_at: '2026-09-14T21:00:00Z' },
      ];
      await calendar.change(await on('2026-09-14'), later);
      const { body } = await calendar.change(await on('2026-09-14'), longer, scope);
      expect(body).toMatchObject({ ...asShown(longer), is_exception: false });
      await calendar.changeSeries(body.series_id, { duration_minutes: 120 });
      const { ends_at } = (await calendar.getEvent(body.id)).body;
      expect(ends_at).toBe('2026-09-14T21:30:00.000Z');
    },
  );

  it('keeps it where it was moved to, when the others only become longer', async () => {
    const { id, on } = await aSeriesWith();
    const moved = { starts_at: '2026-09-15T19:30:00Z', ends_at: '2026-09-15T20:30:00Z' };
    await calendar.change(await on('2026-09-14'), moved);
    const longer = { ...moved, ends_at: '2026-09-15T21:00:00Z' };
    const { body } = await calendar.change(await on('2026-09-14'), longer, 'all');
    expect(body).toMatchObject({ ...asShown(longer), is_exception: true });
    expect((await calendar.occurrences(id))[0]).toMatchObject({ ends_at: '2026-09-07T21:00:00.000Z' });
  });

  it('leaves the clock of the series alone when an answer is sent back, be it from a spring gap', async () => {
    const { id, on } = await aSeriesWith({ local_start: '2027-03-13T02:30', rrule: 'FREQ=DAILY;COUNT=3' });
    const gap = (await calendar.getEvent(await on('2027-03-14'))).body;
    await calendar.change(gap.id, { ...gap, title: 'Watch' }, 'all');
    expect(await seen(id)).toEqual([
      '2027-03-13 07:30 Watch',
      '2027-03-14 07:30 Watch',
      '2027-03-15 06:30 Watch',
    ]);
  });

  it('takes the series away on DELETE', async () => {
    const { id, on } = await aSeriesWith();
    expect((await calendar.remove(await on('2026-09-21'), 'all')).status).toBe(204);
    expectError(await calendar.getSeries(id), 404, 'not_found');
  });

  it('refuses with a stale ETag of the occurrence', async () => {
    const { on } = await aSeriesWith();
    const a = await on('2026-09-14');
    const headers = { 'if-match': (await calendar.getEvent(a)).headers.get('etag') ?? '' };
    await calendar.change(a, { title: 'First' });
    for (const scope of ['this', 'following', 'all'] as const) {
      expectError(await calendar.change(a, { title: 'Second' }, scope, headers), 409, 'conflict', 'stale');
      expectError(await calendar.remove(a, scope, headers), 409, 'conflict', 'stale');
    }
  });
});

const asShown = (times: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(times).map(([name, value]) => [name, value.replace('Z', '.000Z')]));

describe('Two occurrences on a day that come to the same start', () => {
  it.each(['following', 'all'] as const)('become one from then on, with scope=%s', async (scope) => {
    const { id, on } = await aSeriesWith({ ...FOUR, rdates: ['2026-09-14T17:00', '2026-09-16T09:00'] });
    const times = { starts_at: '2026-09-14T21:00:00Z', ends_at: '2026-09-14T22:00:00Z' };
    const answer = await calendar.change(await on('2026-09-14'), { ...times, title: 'Late' }, scope);
    const { status, body } = answer;
    expect([status, body.starts_at, body.title]).toEqual([200, '2026-09-14T21:00:00.000Z', 'Late']);
    expect((await calendar.getEvent(body.id)).body.title).toBe('Late');
    const late = ['2026-09-14', '2026-09-16', '2026-09-21', '2026-09-28'].map((day) => `${day} 21:00 Late`);
    if (scope === 'all') expect(await seen(id)).toEqual(['2026-09-07 21:00 Late', ...late]);
    else expect(await seen(body.series_id)).toEqual(late);
  });
});
