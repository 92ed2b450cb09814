import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A result of the occurrence on 2026-09-21, the third of four Mondays. */
interface Kept {
  team: TestTeam;
  series: string;
  /** By its day as the series has it. */
  on: (day: string) => Promise<string>;
  id: string;
}

async function aResult(): Promise<Kept> {
  const team = await aTeam(t);
  const series = await team.games({ rrule: 'FREQ=WEEKLY;COUNT=4' });
  const on = (day: string): Promise<string> => team.calendar.on(series, day);
  t.clock.moveTo('2026-10-31T12:00:00Z');
  const id = await on('2026-09-21');
  expect((await team.put(id, { outcome: 'win', score_for: 2, score_against: 1 })).status).toBe(200);
  return { team, series, on, id };
}

type Edit = (kept: Kept) => Promise<ApiAnswer>;
const at = (day: string, hour: number) => ({
  starts_at: `${day}T${hour}:30:00Z`,
  ends_at: `${day}T${hour + 1}:30:00Z`,
});

/** An occurrence whose original start is no longer produced becomes a single event: no key. */
const EDITS: [what: string, edit: Edit, expected: { date: string; key: string }][] = [
  [
    'its own title',
    ({ team, id }) => team.calendar.change(id, { title: 'Final' }),
    { date: '2026-09-21', key: '20260921T193000Z' },
  ],
  [
    'its own day',
    ({ team, id }) => team.calendar.change(id, at('2026-09-23', 15)),
    { date: '2026-09-23', key: '20260921T193000Z' },
  ],
  [
    'its opponent, with those that follow',
    ({ team, id }) => team.calendar.change(id, { opponent: 'Bears' }, 'following'),
    { date: '2026-09-21', key: '20260921T193000Z' },
  ],
  [
    'a title from an earlier one on',
    async ({ team, on }) => team.calendar.change(await on('2026-09-14'), { title: 'Cup' }, 'following'),
    { date: '2026-09-21', key: '20260921T193000Z' },
  ],
  [
    'a title from a later one on',
    async ({ team, on }) => team.calendar.change(await on('2026-09-28'), { title: 'Cup' }, 'following'),
    { date: '2026-09-21', key: '20260921T193000Z' },
  ],
  [
    'the time of day of all',
    async ({ team, on }) => team.calendar.change(await on('2026-09-07'), at('2026-09-07', 21), 'all'),
    { date: '2026-09-21', key: '' },
  ],
  [
    'the series becoming all-day',
    async ({ team, on }) => team.calendar.change(await on('2026-09-07'), { all_day: true }, 'all'),
    { date: '2026-09-21', key: '' },
  ],
  [
    'the zone of the series',
    ({ team, series }) => team.calendar.changeSeries(series, { time_zone: 'America/Los_Angeles' }),
    { date: '2026-09-21', key: '' },
  ],
  [
    'the rule of the series, which no longer produces it',
    ({ team, series }) =>
      team.calendar.changeSeries(series, {
        rrule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
        local_start: '2026-09-08T15:30',
      }),
    { date: '2026-09-21', key: '' },
  ],
  [
    'the end of the series',
    ({ team, series }) => team.calendar.changeSeries(series, { rrule: 'FREQ=WEEKLY;COUNT=2' }),
    { date: '2026-09-21', key: '' },
  ],
  [
    'calling it off',
    ({ team, id }) => team.calendar.remove(id),
    { date: '2026-09-21', key: '20260921T193000Z' },
  ],
  [
    'deleting from an earlier one on',
    async ({ team, on }) => team.calendar.remove(await on('2026-09-14'), 'following'),
    { date: '2026-09-21', key: '' },
  ],
  [
    'deleting all',
    async ({ team, on }) => team.calendar.remove(await on('2026-09-28'), 'all'),
    { date: '2026-09-21', key: '' },
  ],
  [
    'deleting the series',
    ({ team, series }) => team.calendar.removeSeries(series),
    { date: '2026-09-21', key: '' },
  ],
];

describe('The result of an occurrence stays over', () => {
  it.each(EDITS)('%s', async (_, edit, { date, key }) => {
    const kept = await aResult();
    const { team } = kept;
    expect([200, 204]).toContain((await edit(kept)).status);
    const { record, results } = (await team.results()).body;
    expect(record).toMatchObject({ wins: 1, streak: 'W1', points_for: 2 });
    expect(results).toMatchObject([{ date, outcome: 'win', score_for: 2, score_against: 1 }]);
    const { event_id } = results[0];
    expect(event_id.split('_')[1] ?? '').toBe(key);
    const event = (await team.schedule()).body.events.find((one: { id: string }) => one.id === event_id);
    expect(event.result).toEqual(results[0]);
    expect((await team.put(event_id, { outcome: 'loss' })).status).toBe(200);
    expect((await team.results()).body.record).toMatchObject({ wins: 0, losses: 1 });
    expect((await team.remove(event_id)).status).toBe(204);
    expect((await team.results()).body.results).toEqual([]);
  });
});
