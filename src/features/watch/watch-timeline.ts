import { isDeepStrictEqual } from 'node:util';
import { comingAfter, lastingAt, runningAt, type WatchSchedule, type TimedEvent } from './watch-schedule.js';
import type { SchoolDays } from './school-days.js';
import type { FaceKind, WatchFace } from './watch.dto.js';
import { singleLineOf, shortened } from '../../platform/text/shortened.js';
import { appLink, type LinkTarget } from '../../platform/pages/app-links.js';
import { timeFormatsOf, type TimeFormats } from './time-formats.js';
import type { Watched } from './watch.repository.js';

const HOUR_MS = 3_600_000;
const SOON_MS = 2 * HOUR_MS;
const AHEAD_MS = 24 * HOUR_MS;
const MAX_FACES = 24;

/** By the clock at the school: until then a lunch is worth a look. */
const LUNCH_IS_OVER = '14:00';

/** Contents of a watch face. */
interface Face {
  kind: FaceKind;
  /** The event; null for the others. */
  timed: TimedEvent | null;
  /** Day on which it is displayed, `YYYY-MM-DD` at the school. */
  date: string;
  relevance: number;
}

/**
 * The face for a moment: an event that is on, or begins within two hours; else lunch; else an event later today, one that
 * lasts for days, one on another day, or the school alone.
 */
export function faceAt(schedule: WatchSchedule, instant: number): Face {
  const date = schedule.days.dateOf(instant);
  const showing = (timed: TimedEvent, relevance: number): Face => ({ kind: 'event', timed, date, relevance });
  const running = runningAt(schedule, instant);
  if (running) return showing(running, 1);
  const coming = comingAfter(schedule, instant);
  if (coming && coming.begins - instant <= SOON_MS) return showing(coming, 0.8);
  if (schedule.lunches.has(date) && instant < schedule.days.clockOn(date, LUNCH_IS_OVER))
    return { kind: 'lunch', timed: null, date, relevance: 0.6 };
  if (coming && coming.begins < schedule.days.endOf(date)) return showing(coming, 0.5);
  const lasting = lastingAt(schedule, instant);
  if (lasting) return showing(lasting, 0.4);
  return coming ? showing(coming, 0.2) : { kind: 'school', timed: null, date, relevance: 0 };
}

/**
 * The faces, with the moment from which each is displayed; the first began before `now`, and neighbours differ.
 * @param render what a face looks like at a moment
 */
export function timelineOf<Rendered>(
  schedule: WatchSchedule,
  now: number,
  render: (face: Face, at: number) => Rendered,
): { at: number; rendered: Rendered }[] {
  const moments = momentsOf(schedule, now);
  const first = moments.findLastIndex((moment) => moment <= now);
  const timeline: { at: number; rendered: Rendered }[] = [];
  for (const at of moments.slice(first)) {
    const rendered = render(faceAt(schedule, at), at);
    if (isDeepStrictEqual(rendered, timeline.at(-1)?.rendered)) continue;
    if (timeline.length === MAX_FACES) break;
    timeline.push({ at, rendered });
  }
  return timeline;
}

/** From midnight on, all moments at which another face may be shown. */
function momentsOf({ days, events }: WatchSchedule, now: number): number[] {
  const midnights = [days.startOf(days.dateOf(now))];
  while (midnights.at(-1)! <= now + AHEAD_MS) midnights.push(days.endOf(days.dateOf(midnights.at(-1)!)));
  const moments = [
    ...midnights,
    ...midnights.map((midnight) => days.clockOn(days.dateOf(midnight), LUNCH_IS_OVER)),
    ...events.flatMap(({ begins, ends }) => [begins - SOON_MS, begins, ends]),
  ];
  return [...new Set(moments)]
    .filter((moment) => moment >= midnights[0]! && moment <= now + AHEAD_MS)
    .sort((a, b) => a - b);
}

/** Where a watch leads to. */
export interface WatchLinks {
  schoolId: string;
  /** Bare address. */
  siteUrl: string;
  /** Beginning of links. */
  appUrl: string;
}

const SHORT = 12;
const LINE = 24;

/** How faces of one school look. */
export function faceRenderer(
  { name, locale }: Watched,
  { days, lunches }: WatchSchedule,
  { appUrl, schoolId }: WatchLinks,
): (face: Face, at: number) => Omit<WatchFace, 'at'> {
  const formats = timeFormatsOf(locale, days.zone);
  return ({ kind, timed, date, relevance }, at) => {
    const text = singleLineOf(timed?.event.title ?? (kind === 'lunch' ? lunches.get(date)!.items : name));
    return {
      short: shortened(text, SHORT),
      line1: shortened(text, LINE),
      line2: timed && whenAndWhere(timed, at, formats, days),
      kind,
      relevance,
      deep_link: appLink(appUrl, { schoolId, item: itemOf(timed, kind, date) }),
    };
  };
}

function itemOf(timed: TimedEvent | null, kind: FaceKind, date: string): LinkTarget['item'] {
  if (timed) return { type: 'event', id: timed.event.id };
  return kind === 'lunch' ? { type: 'menu', id: date } : undefined;
}

export const inALine = (text: string): string => shortened(singleLineOf(text), LINE);

/** The day is said unless it is the one on which this is shown. */
function whenAndWhere(
  { event, begins, ends }: TimedEvent,
  displayedAt: number,
  { clock, day, dayAndClock }: TimeFormats,
  days: SchoolDays,
): string {
  if (event.all_day) return inALine(day.format(begins));
  const today = days.dateOf(displayedAt);
  const isToday = days.dateOf(begins) === today && days.dateOf(ends) === today;
  const when = isToday ? clock.formatRange(begins, ends) : dayAndClock.format(begins);
  return inALine(event.location ? `${when} · ${event.location}` : when);
}
