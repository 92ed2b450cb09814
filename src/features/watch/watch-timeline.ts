import { isDeepStrictEqual } from 'node:util';
import { comingAfter, lastingAt, runningAt, type Outlook, type Sight, type SchoolDays } from './outlook.js';
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
  sight: Sight | null;
  /** Day on which it is displayed, `YYYY-MM-DD` at the school. */
  date: string;
  relevance: number;
}

/**
 * The face for a moment: an event that is on, or begins within two hours; else lunch; else an event later today, one that
 * lasts for days, one on another day, or the school alone.
 */
export function faceAt(outlook: Outlook, instant: number): Face {
  const date = outlook.days.dateOf(instant);
  const showing = (sight: Sight, relevance: number): Face => ({ kind: 'event', sight, date, relevance });
  const running = runningAt(outlook, instant);
  if (running) return showing(running, 1);
  const coming = comingAfter(outlook, instant);
  if (coming && coming.begins - instant <= SOON_MS) return showing(coming, 0.8);
  if (outlook.lunches.has(date) && instant < outlook.days.clockOn(date, LUNCH_IS_OVER))
    return { kind: 'lunch', sight: null, date, relevance: 0.6 };
  if (coming && coming.begins < outlook.days.endOf(date)) return showing(coming, 0.5);
  const lasting = lastingAt(outlook, instant);
  if (lasting) return showing(lasting, 0.4);
  return coming ? showing(coming, 0.2) : { kind: 'school', sight: null, date, relevance: 0 };
}

/**
 * The faces, with the moment from which each is displayed; the first began before `now`, and neighbours differ.
 * @param draw what a face looks like at a moment
 */
export function timelineOf<Drawn>(
  outlook: Outlook,
  now: number,
  draw: (face: Face, at: number) => Drawn,
): { at: number; drawn: Drawn }[] {
  const moments = momentsOf(outlook, now);
  const first = moments.findLastIndex((moment) => moment <= now);
  const timeline: { at: number; drawn: Drawn }[] = [];
  for (const at of moments.slice(first)) {
    const drawn = draw(faceAt(outlook, at), at);
    if (isDeepStrictEqual(drawn, timeline.at(-1)?.drawn)) continue;
    if (timeline.length === MAX_FACES) break;
    timeline.push({ at, drawn });
  }
  return timeline;
}

/** From midnight on, all moments at which another face may be shown. */
function momentsOf({ days, sights }: Outlook, now: number): number[] {
  const midnights = [days.startOf(days.dateOf(now))];
  while (midnights.at(-1)! <= now + AHEAD_MS) midnights.push(days.endOf(days.dateOf(midnights.at(-1)!)));
  const moments = [
    ...midnights,
    ...midnights.map((midnight) => days.clockOn(days.dateOf(midnight), LUNCH_IS_OVER)),
    ...sights.flatMap(({ begins, ends }) => [begins - SOON_MS, begins, ends]),
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
export function faceDrawing(
  { name, locale }: Watched,
  { days, lunches }: Outlook,
  { appUrl, schoolId }: WatchLinks,
): (face: Face, at: number) => Omit<WatchFace, 'at'> {
  const formats = timeFormatsOf(locale, days.zone);
  return ({ kind, sight, date, relevance }, at) => {
    const text = singleLineOf(sight?.event.title ?? (kind === 'lunch' ? lunches.get(date)!.items : name));
    return {
      short: shortened(text, SHORT),
      line1: shortened(text, LINE),
      line2: sight && whenAndWhere(sight, at, formats, days),
      kind,
      relevance,
      deep_link: appLink(appUrl, { schoolId, item: itemOf(sight, kind, date) }),
    };
  };
}

function itemOf(sight: Sight | null, kind: FaceKind, date: string): LinkTarget['item'] {
  if (sight) return { type: 'event', id: sight.event.id };
  return kind === 'lunch' ? { type: 'menu', id: date } : undefined;
}

export const inALine = (text: string): string => shortened(singleLineOf(text), LINE);

/** The day is said unless it is the one on which this is shown. */
function whenAndWhere(
  { event, begins, ends }: Sight,
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
