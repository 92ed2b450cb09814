import type { EventStatus } from '../events/event-values.js';
import { isPlainRule } from '../recurrence/recurrence-rule.js';
import type { SeriesTimes } from '../recurrence/series-times.js';
import { timesOf } from '../series/series-columns.js';
import { dayAfter, dayLines, dayStart, utcStamp, type ZoneClock } from '../../../platform/ics/zone-clock.js';

/* Contents of a feed, as the database writes them (feed.repository.ts). */

interface Described {
  title: string;
  /** Sanitised HTML. */
  description: string | null;
  location: string | null;
  /** Its name. */
  category: string | null;
  tags: string[];
  /** UTC */
  updated_at: string;
}

export interface FeedTimes {
  all_day: boolean;
  /** UTC; null when all day. */
  starts_at: string | null;
  ends_at: string | null;
  /** At the school; the end is inclusive. */
  start_date: string;
  end_date: string;
}

/** An entry that stands for itself. */
export interface FeedEvent extends Described, FeedTimes {
  id: string;
  /** Where it is a claim of the owner's, and no event. */
  signup_id: string | null;
  /** IANA name. */
  time_zone: string;
  status: EventStatus;
  sequence: number;
}

export interface FeedSeries extends Described {
  id: string;
  all_day: boolean;
  local_start: string;
  /** Minutes; days when all day. */
  duration: number;
  time_zone: string;
  rrule: string | null;
  rdates: string[];
  exdates: string[];
  sequence: number;
  /** Original starts of occurrences that are as the series has them. */
  unchanged: string[];
  /** Original starts of occurrences that do not take place, or are not for this reader. */
  off: string[];
  changed: FeedChange[];
}

/** An occurrence that differs from its series. */
export interface FeedChange extends Described, FeedTimes {
  original_start: string;
  status: EventStatus;
  /** Count of the occurrence alone: to be added to that of the series. */
  sequence: number;
}

export interface FeedContent {
  name: string;
  school_id: string;
  /** Time zone of the school, IANA name. */
  time_zone: string;
  events: FeedEvent[];
  series: FeedSeries[];
}

/** Without a rule that readers may take for another one: its occurrences are then told one by one. */
export const repetitionOf = ({
  all_day,
  local_start,
  time_zone,
  rrule,
  ...series
}: FeedSeries): SeriesTimes =>
  timesOf({
    ...series,
    allDay: all_day,
    localStart: local_start,
    timeZone: time_zone,
    rrule: rrule !== null && isPlainRule(rrule) ? rrule : null,
  });

/** The clock on which times are written down; null: in UTC. */
export type Wall = ZoneClock | null;

/** `DTSTART;TZID=America/New_York:20260907T153000`, of values as that wall shows them. */
export const onTheWall = (name: string, wall: Wall, ...values: string[]): string =>
  `${name}${wall ? `;TZID=${wall.tzid}` : ''}:${values.join(',')}`;

/** `20260907T153000`, or `20260907T193000Z` */
export const stampOf = (instant: number, wall: Wall): string =>
  wall ? wall.wall(instant) : utcStamp(instant);

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
  const line = (name: string, instant: number): string => onTheWall(name, wall, stampOf(instant, wall));
  return [line('DTSTART', start), ...(end > start ? [line('DTEND', end)] : [])];
}

/** Instant of an occurrence's key: midnight in UTC when all day. Epoch milliseconds. */
export const keyInstant = (key: string): number =>
  dayStart(key) +
  Number(key.slice(9, 11)) * 3_600_000 +
  Number(key.slice(11, 13)) * 60_000 +
  Number(key.slice(13, 15)) * 1000;
