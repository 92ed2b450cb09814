import type { Chance } from './chance.js';
import type { Clock } from './clocks.js';

/** What really takes place, before anybody has written it down. */
export interface TrueEvent {
  title: string;
  clock: Clock;
  allDay: boolean;
  /** `2026-09-07T15:30`; `2026-09-07` when all day. */
  start: string;
  /** Minutes; days when all day. */
  length: number;
  series: TrueSeries | null;
}

export interface TrueSeries {
  /** RRULE without its end. */
  rule: string;
  /** Of the rule, in the form of `start`. */
  walls: string[];
  excluded: string[];
  /** To another wall, with another title. */
  moved: { from: string; to: string; title: string }[];
  cancelled: string[];
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const NAMES = ['Choir', 'Band, brass', 'PTA; board', 'Fair', 'Soccer: away', 'Chess\\club', 'Théâtre', 'Día'];

export const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10);
const FIRST_DAY = Date.UTC(2026, 7, 3);

export function trueEvent(chance: Chance, clock: Clock, at: number): TrueEvent {
  const allDay = chance.is(0.3);
  const hour = String(chance.between(8, 20)).padStart(2, '0');
  const time = allDay ? '' : `T${hour}:${chance.of(['00', '15', '30', '45'])}`;
  const first = FIRST_DAY + chance.between(0, 320) * DAY_MS;
  const walls = chance.is(0.5) ? seriesWalls(chance, first) : null;
  const days = walls?.days ?? [dayText(first)];
  const length = allDay ? (walls ? 1 : chance.between(1, 4)) : chance.of([0, 30, 45, 60, 90, 180]);
  const title = `${chance.of(NAMES)} ${at}`;
  const start = days[0]! + time;
  const event = { title, clock, allDay, start, length, series: null };
  if (!walls) return event;
  const all = days.map((day) => day + time);
  return { ...event, series: { rule: walls.rule, walls: all, ...changesOf(chance, all, title) } };
}

/** Days of a rule, the first of them the given one or later. */
function seriesWalls(chance: Chance, first: number): { rule: string; days: string[] } {
  const count = chance.between(2, 14);
  const days: string[] = [];
  const kind = chance.of(['daily', 'weekly', 'weekly', 'monthly']);
  if (kind === 'daily') {
    const every = chance.between(1, 3);
    for (let at = 0; at < count; at += 1) days.push(dayText(first + at * every * DAY_MS));
    return { rule: `FREQ=DAILY;INTERVAL=${every}`, days };
  }
  if (kind === 'weekly') {
    const taken = WEEKDAYS.filter(() => chance.is(0.3));
    const wanted = taken.length > 0 ? taken : ['WE'];
    for (let day = first; days.length < count; day += DAY_MS)
      if (wanted.includes(WEEKDAYS[new Date(day).getUTCDay()]!)) days.push(dayText(day));
    return { rule: `FREQ=WEEKLY;BYDAY=${wanted.join(',')}`, days };
  }
  const [nth, weekday] = [chance.between(1, 4), chance.between(0, 6)];
  for (let day = first; days.length < count; day += DAY_MS) {
    const date = new Date(day);
    if (date.getUTCDay() === weekday && Math.ceil(date.getUTCDate() / 7) === nth) days.push(dayText(day));
  }
  return { rule: `FREQ=MONTHLY;BYDAY=${nth}${WEEKDAYS[weekday]}`, days };
}

function changesOf(chance: Chance, walls: string[], title: string): Omit<TrueSeries, 'rule' | 'walls'> {
  const excluded: string[] = [];
  const moved: TrueSeries['moved'] = [];
  const cancelled: string[] = [];
  for (const [at, wall] of walls.entries()) {
    // One is left, or there would be nothing.
    if (at === walls.length - 1 && excluded.length + cancelled.length >= walls.length - 1) break;
    const luck = chance.next();
    if (luck < 0.1) excluded.push(wall);
    else if (luck < 0.2) {
      const day = dayText(Date.parse(wall.slice(0, 10)) + chance.between(-1, 2) * DAY_MS);
      moved.push({
        from: wall,
        to: day + wall.slice(10).replace(/T\d\d/, 'T21'),
        title: `${title} moved ${at}`,
      });
    } else if (luck < 0.25) cancelled.push(wall);
  }
  return { excluded, moved, cancelled };
}

/** Of an occurrence at this wall, in the words of the readers of feeds. */
export function lineOf({ allDay, clock, length }: TrueEvent, wall: string, title: string): string {
  if (allDay) return `${wall}/${dayText(Date.parse(wall) + (length - 1) * DAY_MS)} ${title}`;
  const start = clock.instant(wall);
  const [from, to] = [start, start + length * 60_000].map((at) => new Date(at).toISOString());
  return `${from}/${to} ${title}`;
}

/** Everything that takes place. */
export function linesOf(event: TrueEvent): string[] {
  const { series, start, title } = event;
  if (!series) return [lineOf(event, start, title)];
  const gone = new Set([...series.excluded, ...series.cancelled, ...series.moved.map(({ from }) => from)]);
  return [
    ...series.walls.filter((wall) => !gone.has(wall)).map((wall) => lineOf(event, wall, title)),
    ...series.moved.map((one) => lineOf(event, one.to, one.title)),
  ];
}
