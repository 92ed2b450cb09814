import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scheduleOf } from './watch-schedule.js';
import { SchoolDays } from './school-days.js';
import { faceAt, timelineOf } from './watch-timeline.js';
import type { WatchedEvent } from './watch.repository.js';

const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Days around which the clocks are changed, and an ordinary one. */
const SCENES: [zone: string, noon: string][] = [
  ['America/New_York', '2026-10-31T16:00Z'],
  ['America/New_York', '2027-03-13T17:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T01:30Z'],
  ['Pacific/Apia', '2011-12-29T22:00Z'],
  ['Asia/Beirut', '2026-03-28T10:00Z'],
  ['Europe/Berlin', '2026-09-14T10:00Z'],
];

interface Rendered {
  scene: [zone: string, noon: string];
  now: number;
  timed: { starts: number; minutes: number }[];
  lasting: { day: number; days: number }[];
  lunches: number[];
}

const aDay = fc.record<Rendered>({
  scene: fc.constantFrom(...SCENES),
  now: fc.integer({ min: -12 * 60, max: 12 * 60 }),
  timed: fc.array(
    fc.record({
      starts: fc.integer({ min: -36 * 4, max: 60 * 4 }).map((quarters) => quarters * 15),
      minutes: fc.constantFrom(0, 15, 45, 60, 90, 300, 1439, 1440, 4000),
    }),
    { maxLength: 12 },
  ),
  lasting: fc.array(
    fc.record({ day: fc.integer({ min: -1, max: 3 }), days: fc.integer({ min: 0, max: 2 }) }),
    {
      maxLength: 3,
    },
  ),
  lunches: fc.uniqueArray(fc.integer({ min: -1, max: 2 })),
});

/** The clock on the wall, by way of the platform alone. */
const wallOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant: number): string => format.format(instant);
};

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

describe('The faces of a day', () => {
  it('show what is right at each instant, wherever the school is', () => {
    fc.assert(
      fc.property(aDay, ({ scene: [zone, noon], now: minutes, timed, lasting, lunches: lunchDays }) => {
        const wall = wallOf(zone);
        const base = Date.parse(noon);
        const now = base + minutes * MINUTE;
        const today = wall(now).slice(0, 10);
        const events = [
          ...timed.map((given, at): WatchedEvent => {
            const [begins, ends] = [
              base + given.starts * MINUTE,
              base + (given.starts + given.minutes) * MINUTE,
            ];
            return {
              ...{ id: `timed ${at}`, title: `${at}`, location: null, all_day: false },
              ...{ starts_at: new Date(begins).toISOString(), ends_at: new Date(ends).toISOString() },
              ...{ start_date: wall(begins).slice(0, 10), end_date: wall(ends).slice(0, 10) },
            };
          }),
          ...lasting.map(({ day, days }, at): WatchedEvent => {
            const start_date = dateAfter(today, day);
            return {
              ...{ id: `whole ${at}`, title: `${at}`, location: null, all_day: true },
              ...{ starts_at: null, ends_at: null, start_date, end_date: dateAfter(start_date, days) },
            };
          }),
        ];
        const lunches = lunchDays.map((day) => ({
          date: dateAfter(today, day),
          items: 'Pizza',
          image_name: null,
        }));
        const schedule = scheduleOf(events, lunches, new SchoolDays(zone));
        const timeline = timelineOf(schedule, now, ({ kind, timed, relevance }) => ({
          ...{ kind, id: timed?.event.id ?? null, relevance },
        }));

        expect(timeline[0]!.at).toBeLessThanOrEqual(now);
        expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted((a, b) => a - b));
        expect(timeline.length).toBeLessThanOrEqual(24);
        const end = timeline.length === 24 ? timeline.at(-1)!.at : now + DAY;
        for (let instant = now; instant <= end; instant += 5 * MINUTE) {
          const shown = timeline.findLast(({ at }) => at <= instant)!.rendered;
          expect([new Date(instant).toISOString(), shown]).toEqual([
            new Date(instant).toISOString(),
            plainly(instant, wall, events, new Set(lunches.map(({ date }) => date))),
          ]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('show a lunch until two in the afternoon', () => {
    const lunches = [{ date: '2026-09-14', items: 'Pizza', image_name: null }];
    const schedule = scheduleOf([], lunches, new SchoolDays('Europe/Berlin'));
    expect(faceAt(schedule, Date.parse('2026-09-14T11:59:59.999Z')).kind).toBe('lunch');
    expect(faceAt(schedule, Date.parse('2026-09-14T12:00:00.000Z')).kind).toBe('school');
  });
});

/** What a face is to show, told once more: by the clock on the wall, from nothing but the events. */
function plainly(
  instant: number,
  wall: (instant: number) => string,
  events: WatchedEvent[],
  lunches: Set<string>,
) {
  const here = wall(instant);
  const date = here.slice(0, 10);
  const times = ({ starts_at, ends_at }: WatchedEvent): [number, number] => [
    Date.parse(starts_at ?? ''),
    Date.parse(ends_at ?? ''),
  ];
  const isLong = (event: WatchedEvent): boolean => event.all_day || times(event)[1] - times(event)[0] >= DAY;
  const isOn = (event: WatchedEvent): boolean =>
    event.all_day
      ? event.start_date <= date && date <= event.end_date
      : times(event)[0] <= instant && instant < times(event)[1];
  const isToCome = (event: WatchedEvent): boolean =>
    event.all_day ? event.start_date > date : times(event)[0] > instant;
  const beginning = (event: WatchedEvent): number =>
    event.all_day ? firstInstantOf(event.start_date, wall) : times(event)[0];
  const ending = (event: WatchedEvent): number =>
    event.all_day ? firstInstantOf(dateAfter(event.end_date, 1), wall) : times(event)[1];
  const inOrder = (list: WatchedEvent[]): WatchedEvent[] =>
    list.toSorted((a, b) => beginning(a) - beginning(b) || ending(a) - ending(b) || (a.id < b.id ? -1 : 1));
  const event = (found: WatchedEvent, relevance: number) => ({ kind: 'event', id: found.id, relevance });

  const running = inOrder(events.filter((one) => !isLong(one) && isOn(one))).at(-1);
  if (running) return event(running, 1);
  const [next] = inOrder(events.filter(isToCome));
  if (next && beginning(next) - instant <= 120 * MINUTE) return event(next, 0.8);
  if (lunches.has(date) && here.slice(11) < '14:00:00') return { kind: 'lunch', id: null, relevance: 0.6 };
  if (next && next.start_date === date) return event(next, 0.5);
  const [long] = inOrder(events.filter((one) => isLong(one) && isOn(one)));
  if (long) return event(long, 0.4);
  return next ? event(next, 0.2) : { kind: 'school', id: null, relevance: 0 };
}

/** By trying: the first quarter of an hour whose date is this one or later. */
function firstInstantOf(date: string, wall: (instant: number) => string): number {
  let at = Date.parse(date) - 15 * 60 * MINUTE;
  while (wall(at).slice(0, 10) < date) at += 15 * MINUTE;
  return at;
}
