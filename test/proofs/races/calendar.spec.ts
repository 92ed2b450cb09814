import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { CalendarEvent } from '../../../src/features/calendar/events/calendar-event.entity.js';
import { EventSeries } from '../../../src/features/calendar/series/event-series.entity.js';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(5);
jest.setTimeout(timeFor(ROUNDS));

let t: TestApp;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startForRace();
  calendar = await aCalendar(t);
});
afterAll(() => t.close());

const SIX = { rrule: 'FREQ=WEEKLY;COUNT=6' };
const statuses = (answers: ApiAnswer[]): number[] => answers.map(({ status }) => status);
const orphans = (): Promise<unknown[]> =>
  t.dataSource.query(
    'select id from events where series_id is not null and series_id not in (select id from event_series)',
  );

describe('Changes of a series at the same time', () => {
  race('wait for one another: the last one is what all occurrences are', async () => {
    const id = await calendar.aSeries(SIX);
    const occurrence = await calendar.on(id, '2026-09-14');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => calendar.change(occurrence, { title: `Title ${i}` }, 'all')),
    );
    expect(statuses(answers)).toEqual(Array.from({ length: 10 }, () => 200));
    const { body } = await calendar.getSeries(id);
    expect(body.sequence).toBe(10);
    const titles = (await calendar.occurrences(id)).map(({ title }) => title);
    expect([...new Set(titles)]).toEqual([body.title]);
  });

  race('let one of ten with the same ETag through', async () => {
    const id = await calendar.aSeries(SIX);
    const headers = { 'if-match': (await calendar.getSeries(id)).headers.get('etag') ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => calendar.changeSeries(id, { title: `Title ${i}` }, headers)),
    );
    expect(statuses(answers).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  race('split it in two once: who comes second no longer finds the occurrence', async () => {
    const id = await calendar.aSeries(SIX);
    const occurrence = await calendar.on(id, '2026-09-28');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => calendar.change(occurrence, { title: `Title ${i}` }, 'following')),
    );
    expect(statuses(answers).sort()).toEqual([200, 404, 404, 404, 404]);
    const { manager } = t.dataSource;
    expect(await manager.countBy(EventSeries, { splitFromId: id })).toBe(1);
    expect(await manager.countBy(CalendarEvent, { seriesId: id })).toBe(3);
  });

  it('delete it or change it, and never half of both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await calendar.aSeries(SIX);
      const occurrence = await calendar.on(id, '2026-09-21');
      const [removed, ...changed] = await Promise.all([
        calendar.removeSeries(id),
        calendar.change(occurrence, { title: 'New' }, 'all'),
        calendar.change(occurrence, { title: 'One' }),
        calendar.changeSeries(id, { local_start: '2026-09-07T17:00' }),
      ]);
      expect(removed.status).toBe(204);
      for (const { status } of changed) expect([200, 404]).toContain(status);
      expect((await calendar.getSeries(id)).status).toBe(404);
      expect(await t.dataSource.manager.countBy(CalendarEvent, { seriesId: id })).toBe(0);
    }
    expect(await orphans()).toEqual([]);
  });

  race('lose no result that is recorded meanwhile', async () => {
    const id = await calendar.aSeries(SIX);
    const row = await calendar.row(await calendar.on(id, '2026-09-21'));
    const team = await calendar.anOrganization();
    let changed: Promise<ApiAnswer> | undefined;
    await t.dataSource.transaction(async (manager) => {
      await manager.insert(EventResult, calendar.resultOf(row, team));
      changed = calendar.changeSeries(id, { rrule: 'FREQ=WEEKLY;COUNT=2' });
      await someoneWaits();
    });
    expect((await changed)?.status).toBe(200);
    expect(await t.dataSource.manager.countBy(EventResult, { eventId: row.id })).toBe(1);
    expect((await calendar.getEvent(row.id)).body).toMatchObject({ series_id: null });
  });
});

/** Until another connection waits for a lock that this one holds. */
async function someoneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await t.dataSource.query<unknown[]>(waiting)).length === 0) await setImmediate();
}
