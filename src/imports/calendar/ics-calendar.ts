import { hash } from 'node:crypto';
import type {
  ImportedChange,
  ImportedEvent,
  ImportedSeries,
} from '../../features/calendar/calendar-import.js';
import { expandSeries } from '../../features/calendar/recurrence/expand-series.js';
import {
  originalStartAt,
  originalStartOf,
  type SeriesTimes,
} from '../../features/calendar/recurrence/series-times.js';
import { Temporal } from 'temporal-polyfill';
import type { IcsEvent } from './ics-event.js';
import { foreignSeries, type SeriesNote } from './ics-series.js';
import { BrokenComponentError, momentOf, onWallOf, type IcsTime } from './ics-times.js';

/** A calendar file as the school's calendar would take it. */
export interface ForeignCalendar {
  events: ImportedEvent[];
  series: ImportedSeries[];
  /** Source ids of what is called off. */
  cancelled: string[];
  /** Source ids of what stands for itself no longer: it is an occurrence of a series. */
  joined: string[];
  /** By source id. */
  lines: Map<string, number>;
  notes: { line: number; code: SeriesNote }[];
  broken: { line: number; error: BrokenComponentError }[];
}

/** Where all of it goes. */
export interface Destination {
  organization_id?: string;
  category_id?: string;
}

/** @param today YYYY-MM-DD */
export function foreignCalendar(events: IcsEvent[], to: Destination, today: string): ForeignCalendar {
  const calendar: ForeignCalendar = {
    ...{ events: [], series: [], cancelled: [], joined: [], lines: new Map(), notes: [], broken: [] },
  };
  const newest = latest(events);
  for (const { line } of newest.filter(({ isForFuture }) => isForFuture))
    calendar.notes.push({ line, code: 'range_dropped' });
  for (const [uid, versions] of Map.groupBy(newest, (event) => event.uid)) {
    const master = versions.find(({ recurrenceId }) => !recurrenceId);
    const overrides = versions.filter(({ recurrenceId }) => recurrenceId);
    try {
      take(calendar, { uid, master, overrides, to, today });
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      calendar.broken.push({ line: (master ?? versions[0]!).line, error });
    }
  }
  return calendar;
}

/** UID and RECURRENCE-ID identify; the highest SEQUENCE, then LAST-MODIFIED wins, then what stands later. */
function latest(events: IcsEvent[]): IcsEvent[] {
  const groups = Map.groupBy(events, ({ uid, recurrenceId }) => `${keyOf(recurrenceId)} ${uid}`);
  return [...groups.values()].map((versions) =>
    versions.reduce((best, one) => (isOlder(one, best) ? best : one)),
  );
}

const isOlder = (one: IcsEvent, other: IcsEvent): boolean =>
  one.sequence !== other.sequence ? one.sequence < other.sequence : one.lastModified < other.lastModified;

interface Item {
  uid: string;
  master: IcsEvent | undefined;
  overrides: IcsEvent[];
  to: Destination;
  today: string;
}

function take(calendar: ForeignCalendar, { uid, master, overrides, to, today }: Item): void {
  if (master?.status === 'cancelled') {
    calendar.cancelled.push(uid, ...overrides.map(idOf));
    return;
  }
  const repeats = master && (master.rules.length > 0 || master.rdates.length > 0);
  if (!master || !repeats) {
    for (const single of [...(master ? [master] : []), ...overrides]) takeSingle(calendar, single, to);
    return;
  }
  const { times, notes } = foreignSeries(master, today);
  calendar.notes.push(...notes.map((code) => ({ line: master.line, code })));
  const keys = new Set(expandSeries(times).map(({ key }) => key));
  const known = overrides.filter((one) => keys.has(originalOf(one, times)));
  const off = known
    .filter(({ status }) => status === 'cancelled')
    .map((one) => onWallOf(times.timeZone, one.recurrenceId!));
  const changes = known
    .filter(({ status }) => status !== 'cancelled')
    .map((one): ImportedChange => {
      const input = inputOf(one, to);
      return { originalStart: originalOf(one, times), digest: digestOf(input), input };
    });
  const withExclusions = { ...times, exdates: [...new Set([...times.exdates, ...off])].sort() };
  const input = { ...master.details, ...to };
  const digest = digestOf({ input, master, known, to });
  calendar.series.push({ sourceId: uid, digest, input, times: withExclusions, changes });
  calendar.lines.set(uid, master.line);
  calendar.joined.push(...known.map(idOf));
  for (const one of overrides.filter((override) => !known.includes(override))) takeSingle(calendar, one, to);
}

/** One that has no master, or of which the master says nothing, stands for itself. */
function takeSingle(calendar: ForeignCalendar, event: IcsEvent, to: Destination): void {
  const sourceId = idOf(event);
  if (event.status === 'cancelled') {
    calendar.cancelled.push(sourceId);
    return;
  }
  const input = inputOf(event, to);
  const { status } = event;
  calendar.events.push({ sourceId, digest: digestOf({ input, status }), input, status });
  calendar.lines.set(sourceId, event.line);
}

const idOf = ({ uid, recurrenceId }: IcsEvent): string =>
  recurrenceId ? `${uid}/${keyOf(recurrenceId)}` : uid;

const keyOf = (time: IcsTime | null): string => {
  if (!time) return '';
  return time.wall.length === 10 ? time.wall.replaceAll('-', '') : originalStartOf(momentOf(time));
};

/** A date may stand for the timed occurrence of that day. */
function originalOf({ recurrenceId }: IcsEvent, times: SeriesTimes): string {
  const wall = onWallOf(times.timeZone, recurrenceId!);
  const full = times.allDay || wall.length > 10 ? wall : wall + times.localStart.slice(10);
  return originalStartAt(full, times) ?? '';
}

/** As a request would have it. */
function inputOf({ details, allDay, start, duration }: IcsEvent, to: Destination): ImportedEvent['input'] {
  if (allDay) {
    const end = Temporal.PlainDate.from(start.wall).add({ days: duration - 1 });
    return { ...details, ...to, all_day: true, start_date: start.wall, end_date: end.toString() };
  }
  const starts = momentOf(start);
  const ends = new Date(starts.getTime() + duration * 60_000);
  return { ...details, ...to, all_day: false, starts_at: starts.toISOString(), ends_at: ends.toISOString() };
}

/** The line on which it stands, and a range that is not kept. */
const SAYS_NOTHING = new Set(['line', 'isForFuture']);

/** Of what the file says, not of where on the day it was cut. */
const digestOf = (said: object): string =>
  hash(
    'sha256',
    JSON.stringify(said, (key, value: unknown) => (SAYS_NOTHING.has(key) ? undefined : value)),
    'base64url',
  );
