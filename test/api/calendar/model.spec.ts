import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeScope } from '../../../src/features/calendar/events/event-input.dto.js';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import type { TestOrganization } from '../../support/organization.factory.js';
import {
  CalendarModel,
  dayAfter,
  instant,
  type Entry,
  type Series,
} from '../../support/models/calendar-model.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const FIRST = '2026-10-20';
const RULES: [rule: string, days: number][] = [
  ['FREQ=DAILY', 1],
  ['FREQ=DAILY;INTERVAL=3', 3],
  ['FREQ=WEEKLY', 7],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 14],
];
const CLOCKS = ['15:30', '09:00', '18:45'];

interface Step {
  what: 'title' | 'clock' | 'move' | 'remove' | 'result';
  scope: ChangeScope;
  /** Which occurrence, and to what. */
  at: number;
  value: number;
}

const aStory = fc.record({
  rule: fc.constantFrom(...RULES),
  count: fc.integer({ min: 1, max: 12 }),
  byCount: fc.boolean(),
  steps: fc.array(
    fc.record<Step>({
      what: fc.constantFrom<Step['what'][]>('title', 'clock', 'move', 'remove', 'result'),
      scope: fc.constantFrom<ChangeScope[]>('this', 'following', 'all'),
      at: fc.nat(100),
      value: fc.nat(100),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

const RUNS = Number(process.env.MODEL_RUNS ?? 25);

describe('Whatever is changed in whatever scope', () => {
  it(
    'the calendar shows what was meant, and no result is lost',
    async () => {
      await fc.assert(
        fc.asyncProperty(aStory, async ({ rule: [rule, days], count, byCount, steps }) => {
          const calendar = await aCalendar(t);
          const team = await calendar.anOrganization();
          const last = dayAfter(FIRST, (count - 1) * days).replaceAll('-', '');
          const id = await calendar.aSeries({
            local_start: `${FIRST}T15:30`,
            rrule: `${rule};${byCount ? `COUNT=${count}` : `UNTIL=${last}`}`,
          });
          const entries = Array.from({ length: count }, (_, i) => ({
            day: dayAfter(FIRST, i * days),
            off: false,
            result: null,
          }));
          const model = new CalendarModel({ id, title: 'Practice', clock: '15:30', entries });
          for (const step of steps) await take(step, calendar, model, team);
          expect(await listed(calendar)).toEqual(model.shown());
          expect(await t.dataSource.manager.countBy(EventResult, { organizationId: team.id })).toBe(
            model.results.length,
          );
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * 4_000,
  );

  it('an occurrence keeps a title of its own though the series had the same meanwhile', async () => {
    const calendar = await aCalendar(t);
    const series = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=2' });
    const [first, second] = [
      await calendar.on(series, '2026-09-07'),
      await calendar.on(series, '2026-09-14'),
    ];
    await calendar.change(second, { title: 'Final' }, 'this');
    await calendar.change(first, { title: 'Final' }, 'all');
    await calendar.change(second, { starts_at: '2026-09-14T20:30:00Z' }, 'this');
    await calendar.change(first, { title: 'Practice' }, 'all');
    expect((await calendar.events()).map(({ title }) => title)).toEqual(['Practice', 'Final']);
  });
});

const listed = async (calendar: TestCalendar): Promise<string[]> =>
  (await calendar.events())
    .map(({ starts_at, title, status }) => `${starts_at} ${title}${status === 'cancelled' ? ' off' : ''}`)
    .sort();

/** Does the same to the calendar and to the model. */
async function take(
  { what, scope, at, value }: Step,
  calendar: TestCalendar,
  model: CalendarModel,
  team: TestOrganization,
): Promise<void> {
  const all = model.occurrences;
  if (all.length === 0) return;
  const [series, entry] = all[at % all.length]!;
  const id = idOf(series, entry);
  if (what === 'result') {
    if (!entry.result) model.record(entry, (await calendar.withResult(id, team)).id);
  } else if (what === 'remove') {
    expect((await calendar.remove(id, scope)).status).toBe(204);
    if (scope === 'this') entry.off = true;
    else model.removeMany(series, entry, scope);
  } else if (what === 'move') {
    const moment = { day: dayAfter(entry.day, value % 5), clock: CLOCKS[value % 3]! };
    await change(calendar, id, 'this', times(moment));
    model.changeOne(series, entry, { at: moment });
  } else {
    const title = `Title ${value % 4}`;
    const moment = { day: entry.day, clock: CLOCKS[value % 3]! };
    const answer = await change(calendar, id, scope, what === 'title' ? { title } : times(moment));
    if (scope === 'this') model.changeOne(series, entry, what === 'title' ? { title } : { at: moment });
    else
      model.changeMany(
        series,
        entry,
        what === 'title' ? { title } : { clock: moment.clock },
        answer.series_id ?? (await seriesOf(calendar, model, series)),
      );
  }
}

const idOf = ({ id, clock }: Series, { day }: Entry): string =>
  `${id}_${instant({ day, clock }).replace(/[-:]|\.000/g, '')}`;

const times = (moment: { day: string; clock: string }): object => ({
  starts_at: instant(moment),
  ends_at: new Date(Date.parse(instant(moment)) + 3_600_000).toISOString(),
});

async function change(
  calendar: TestCalendar,
  id: string,
  scope: ChangeScope,
  body: object,
): Promise<{ series_id: string | null }> {
  const answer = await calendar.change(id, body, scope);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body as { series_id: string | null };
}

/** The occurrence stands alone now: its series is the one that the model does not know yet, or the same. */
async function seriesOf(calendar: TestCalendar, model: CalendarModel, series: Series): Promise<string> {
  const { body } = await calendar.send('GET', '/series');
  const known = model.series.map(({ id }) => id);
  const made = (body.series as { id: string }[]).find(({ id }) => !known.includes(id));
  return made?.id ?? series.id;
}
