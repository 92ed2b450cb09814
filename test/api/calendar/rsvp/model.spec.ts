import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeScope } from '../../../../src/features/calendar/events/event-input.dto.js';
import { StoredRsvp } from '../../../../src/features/calendar/rsvp/stored-rsvp.entity.js';
import type { TestCalendar } from '../../../support/calendar.factory.js';
import { dayAfter, instant } from '../../../support/models/calendar-model.js';
import { type AskedDate, type AskingSeries, RsvpModel } from '../../../support/models/rsvp-model.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../../support/rsvp.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const FIRST = '2026-10-20';
const RULES: [rule: string, days: number][] = [
  ['FREQ=DAILY', 1],
  ['FREQ=WEEKLY', 7],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 14],
];
const CLOCKS = ['15:30', '09:00', '18:45'];
const ANSWERS = ['yes', 'no', 'maybe'];

interface Step {
  what: 'answer' | 'title' | 'clock' | 'move' | 'remove' | 'ask' | 'shorten';
  scope: ChangeScope;
  /** Which date, and to what. */
  at: number;
  value: number;
}

const aHistory = fc.record({
  rule: fc.constantFrom(...RULES),
  count: fc.integer({ min: 1, max: 10 }),
  steps: fc.array(
    fc.record<Step>({
      what: fc.constantFrom<Step['what'][]>(
        ...(['answer', 'answer', 'answer', 'title', 'clock', 'move', 'remove', 'ask', 'shorten'] as const),
      ),
      scope: fc.constantFrom<ChangeScope[]>('this', 'following', 'all'),
      at: fc.nat(100),
      value: fc.nat(100),
    }),
    { minLength: 1, maxLength: 14 },
  ),
});

const RUNS = Number(process.env.MODEL_RUNS ?? 15);

interface Played {
  rsvps: TestRsvps;
  model: RsvpModel;
  students: string[];
  rule: string;
}

describe('Whatever is changed in whatever scope', () => {
  it(
    'each date has the answers that were given to it, and none is lost',
    async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, async ({ rule: [rule, days], count, steps }) => {
          const rsvps = await rsvpsOfACalendar(t);
          const { school } = rsvps.calendar;
          const students = [await school.student(), await school.student()].map(({ id }) => id);
          const id = await rsvps.aSeries({
            ...{ local_start: `${FIRST}T15:30`, rrule: `${rule};COUNT=${count}` },
          });
          const dates = Array.from({ length: count }, (_, i) => ({
            ...{ day: dayAfter(FIRST, i * days), off: false, answers: new Map<string, string>(), row: null },
          }));
          const model = new RsvpModel({ id, clock: '15:30', asks: true, dates });
          for (const step of steps) await take(step, { rsvps, model, students, rule });
          await expectAsModelled(rsvps, model);
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * 6_000,
  );
});

async function expectAsModelled(rsvps: TestRsvps, model: RsvpModel): Promise<void> {
  const of = model.dates.map(([series, date]) => ({
    ...{ id: idOf(series, date), asks: date.asks ?? series.asks, answers: date.answers },
  }));
  const left = model.left.map(({ row, ...one }) => ({ id: row, ...one }));
  for (const { id, asks, answers } of [...of, ...left]) {
    const { status, body } = await rsvps.list(id);
    expect([id, status]).toEqual([id, asks ? 200 : 404]);
    if (asks) expect([id, shown(body.answers as Given[])]).toEqual([id, [...answers].sort()]);
  }
  const all = [...model.dates.map(([, date]) => date), ...model.left];
  expect(await t.dataSource.manager.countBy(StoredRsvp, { schoolId: rsvps.calendar.school.id })).toBe(
    all.reduce((sum, { answers }) => sum + answers.size, 0),
  );
}

interface Given {
  student_id: string;
  answer: string;
}

const shown = (answers: Given[]): [string, string][] =>
  answers.map(({ student_id, answer }): [string, string] => [student_id, answer]).sort();

/** Does the same to the calendar and to the model. */
async function take({ what, scope, at, value }: Step, played: Played): Promise<void> {
  const { rsvps, model, students } = played;
  const [series, date] = model.dates[at % model.dates.length] ?? [];
  if (!series || !date) return;
  const id = idOf(series, date);
  if (what === 'answer') return answer(played, series, date, [students[at % 2]!, ANSWERS[value % 3]!]);
  if (what === 'shorten') return shorten(played, series, 1 + (value % series.dates.length));
  if (what === 'remove') {
    expect((await rsvps.calendar.remove(id, scope)).status).toBe(204);
    if (scope === 'this') date.off = true;
    else model.remove(series, ({ day }) => scope === 'all' || day >= date.day);
    return;
  }
  if (what === 'move') {
    await change(rsvps.calendar, id, 'this', times(dayAfter(date.day, value % 5), CLOCKS[value % 3]!));
    return;
  }
  const asks = value % 2 === 0;
  const body = {
    title: { title: `Title ${value % 4}` },
    clock: times(date.day, CLOCKS[value % 3]!),
    ask: { rsvp: asks ? { by: 'student' } : null },
  }[what];
  const answered = await change(rsvps.calendar, id, scope, body);
  if (scope === 'this') {
    if (what === 'ask') model.ask(series, date, asks);
    return;
  }
  const changes = what === 'ask' ? { asks } : what === 'clock' ? { clock: CLOCKS[value % 3]! } : {};
  model.changeMany(series, date, changes, answered.series_id!);
}

async function answer(
  { rsvps }: Played,
  series: AskingSeries,
  date: AskedDate,
  [student, given]: [string, string],
): Promise<void> {
  const id = idOf(series, date);
  const { status } = await rsvps.put(id, [{ student_id: student, answer: given }]);
  const asks = date.asks ?? series.asks;
  expect([id, status]).toEqual([id, !asks ? 404 : date.off ? 400 : 200]);
  if (status !== 200) return;
  date.answers.set(student, given);
  date.row = (await rsvps.calendar.row(id)).id;
}

async function shorten({ rsvps, model, rule }: Played, series: AskingSeries, count: number): Promise<void> {
  const changed = await rsvps.calendar.changeSeries(series.id, { rrule: `${rule};COUNT=${count}` });
  expect(changed.status).toBe(200);
  model.remove(series, (_, at) => at >= count);
}

const idOf = ({ id, clock }: AskingSeries, { day }: AskedDate): string =>
  `${id}_${instant({ day, clock }).replace(/[-:]|\.000/g, '')}`;

const times = (day: string, clock: string): object => ({
  starts_at: instant({ day, clock }),
  ends_at: new Date(Date.parse(instant({ day, clock })) + 3_600_000).toISOString(),
});

async function change(
  calendar: TestCalendar,
  id: string,
  scope: ChangeScope,
  body: object,
): Promise<{ series_id: string | null }> {
  const answered = await calendar.change(id, body, scope);
  expect({ status: answered.status, body: answered.body }).toMatchObject({ status: 200 });
  return answered.body as { series_id: string | null };
}
