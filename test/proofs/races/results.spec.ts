import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import type { ApiAnswer } from '../../support/api-client.js';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { expectError } from '../../support/errors.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace({}, { CLOCK: AFTER_THE_GAMES });
});
afterAll(() => t.close());

const ROUNDS = rounds(15);
jest.setTimeout(timeFor(ROUNDS));
const AFTER_THE_GAMES = '2026-12-01T12:00:00Z';

interface Games {
  team: TestTeam;
  series: string;
  id: string;
}

async function games(): Promise<Games> {
  const team = await aTeam(t);
  const series = await team.games({ rrule: 'FREQ=WEEKLY;COUNT=6' });
  t.clock.moveTo(AFTER_THE_GAMES);
  return { team, series, id: await team.calendar.on(series, '2026-09-21') };
}

const CHANGES: [string, ({ team, series, id }: Games) => Promise<ApiAnswer>][] = [
  ['the series is deleted', ({ team, series }) => team.calendar.removeSeries(series)],
  [
    'the series is split before it',
    ({ team, id }) => team.calendar.change(id, { title: 'Cup' }, 'following'),
  ],
  [
    'the rule no longer produces it',
    ({ team, series }) => team.calendar.changeSeries(series, { rrule: 'FREQ=WEEKLY;COUNT=2' }),
  ],
];

describe('A result recorded while', () => {
  it.each(CHANGES)('%s is kept, or its event is not there any more', async (_, change) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = await games();
      const [recorded, changed] = await Promise.all([all.team.put(all.id), change(all)]);
      expect([200, 204]).toContain(changed.status);
      expect([200, 404]).toContain(recorded.status);
      const { record, results } = (await all.team.results()).body;
      expect(record.wins).toBe(recorded.status === 200 ? 1 : 0);
      for (const { event_id } of results)
        expect((await all.team.calendar.getEvent(event_id)).status).toBe(200);
    }
  });

  it.each([
    ['is removed', 'delete from events where id = $1'],
    ['becomes a single event', 'update events set series_id = null, original_start = null where id = $1'],
  ])('its event %s waits, and finds that it is not there', async (_, change) => {
    const { team, id } = await games();
    const row = await team.calendar.row(id);
    let recorded: Promise<ApiAnswer> | undefined;
    await t.dataSource.transaction(async (manager) => {
      await manager.query('select from events where id = $1 for update', [row.id]);
      recorded = team.put(id);
      await someoneWaits();
      await manager.query(change, [row.id]);
    });
    expectError((await recorded)!, 404, 'not_found');
    expect((await team.results()).body.results).toEqual([]);
  });
});

/** Until another connection waits for a lock that this one holds. */
async function someoneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await t.dataSource.query<unknown[]>(waiting)).length === 0) await setImmediate();
}
