import { isDeepStrictEqual } from 'node:util';
import { comingAfter, lastingAt, runningAt, type Outlook, type Sight } from './outlook.js';
import type { FaceKind } from './watch.dto.js';

const HOUR_MS = 3_600_000;
const SOON_MS = 2 * HOUR_MS;
const AHEAD_MS = 24 * HOUR_MS;
const MAX_FACES = 24;

/** By the clock at the school: until then a lunch is worth a look. */
const LUNCH_IS_OVER = '14:00';

/** What a face shows. */
export interface Face {
  kind: FaceKind;
  /** The event; null for the others. */
  sight: Sight | null;
  /** Of the day on which it is shown, `YYYY-MM-DD` at the school. */
  date: string;
  relevance: number;
}

/**
 * What a face is to show at a moment: what goes on, or begins within two hours; else what there is for lunch; else what
 * comes later today, what lasts for days, what comes on another day, or the school alone.
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
 * What is shown from when on; the first has been there before `now`, and each differs from the one before.
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
