import { dayAfter, dayLines, dayStart } from '../../../ics/day-lines.js';
import { utcStamp, type ZoneClock } from '../../../ics/zone-clock.js';
import type { FeedTimes } from './feed-content.js';

/** The clock on which times are written down; null: in UTC. */
export type Wall = ZoneClock | null;

/** `DTSTART;TZID=America/New_York:20260907T153000`, of values as that wall shows them. */
export const onTheWall = (name: string, wall: Wall, ...values: string[]): string =>
  `${name}${wall ? `;TZID=${wall.zone}` : ''}:${values.join(',')}`;

/** `20260907T153000`, or `20260907T193000Z` */
export const shown = (instant: number, wall: Wall): string => (wall ? wall.wall(instant) : utcStamp(instant));

/** DTSTART and DTEND of one event. */
export function whenLines(times: FeedTimes, clock: ZoneClock): string[] {
  if (times.starts_at && times.ends_at)
    return instantLines(Date.parse(times.starts_at), Date.parse(times.ends_at), clock);
  const [first, last] = [times.start_date, times.end_date].map((date) => date.replaceAll('-', ''));
  return dayLines(first!, dayAfter(last!));
}

/** A time that the wall shows twice is told in UTC: readers differ in which of the two they take. */
export const unmistakable = (start: number, end: number, clock: ZoneClock): Wall =>
  clock.isRepeated(start) || clock.isRepeated(end) ? null : clock;

/** Without DTEND when it ends as it begins: an end has to be later (RFC 5545 section 3.8.2.2). */
export function instantLines(start: number, end: number, clock: ZoneClock): string[] {
  const wall = unmistakable(start, end, clock);
  const line = (name: string, instant: number): string => onTheWall(name, wall, shown(instant, wall));
  return [line('DTSTART', start), ...(end > start ? [line('DTEND', end)] : [])];
}

/** Of the key of an occurrence: midnight in UTC when all day. Epoch milliseconds. */
export const keyInstant = (key: string): number =>
  dayStart(key) +
  Number(key.slice(9, 11)) * 3_600_000 +
  Number(key.slice(11, 13)) * 60_000 +
  Number(key.slice(13, 15)) * 1000;
