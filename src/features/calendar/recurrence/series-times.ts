import { Temporal } from 'temporal-polyfill';
import type { RuleParts } from './recurrence-rule.js';
import { dateAt, hasDay, instantAt, wallAt } from '../../../platform/clock/wall-clock.js';

/** When a series takes place: wall clock, zone, rule and single dates. */
export interface SeriesTimes {
  allDay: boolean;
  /** `2026-09-07T15:30`; `2026-09-07` when all day. */
  localStart: string;
  /** Elapsed minutes; days when all day. */
  duration: number;
  /** IANA name. */
  timeZone: string;
  /** Null: only `localStart` and `rdates`. */
  rule: RuleParts | null;
  /** In the form of `localStart`. */
  rdates: string[];
  /** In the form of `localStart`, or a bare date for that whole day (contract section 14, rule 8). */
  exdates: string[];
}

/** When one event or occurrence takes place. */
export interface EventTimes {
  allDay: boolean;
  /** UTC; null when all day. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** At the school, `YYYY-MM-DD`; the end is inclusive. */
  startDate: string;
  endDate: string;
}

/** `YYYYMMDD` when all day, else `YYYYMMDDTHHMMSSZ`: the key of an occurrence (contract section 14, rule 7). */
export type OriginalStart = string;

type Repeated = Pick<SeriesTimes, 'allDay' | 'duration' | 'timeZone'>;

/** Null on a day that the zone skips. */
export function originalStartAt(wall: string, { allDay, timeZone }: Repeated): OriginalStart | null {
  if (allDay) {
    const day = wall.slice(0, 10);
    return hasDay(Temporal.PlainDate.from(day), timeZone) ? day.replaceAll('-', '') : null;
  }
  const instant = instantAt(wall, timeZone);
  return instant && originalStartOf(instant);
}

/** `YYYYMMDDTHHMMSSZ`. */
export const originalStartOf = (instant: Date): OriginalStart =>
  `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The times that the series gives the occurrence with this key. */
export function timesAt(key: OriginalStart, { allDay, duration }: Repeated, schoolZone: string): EventTimes {
  if (allDay) {
    const start = Temporal.PlainDate.from(key);
    const end = start.add({ days: duration - 1 });
    return { allDay, startsAt: null, endsAt: null, startDate: start.toString(), endDate: end.toString() };
  }
  const startsAt = instantOf(key);
  return timedEvent(startsAt, new Date(startsAt.getTime() + duration * 60_000), schoolZone);
}

/** The dates are those of the instants at the school (contract section 1, CalendarEvent). */
export const timedEvent = (startsAt: Date, endsAt: Date, schoolZone: string): EventTimes => ({
  allDay: false,
  startsAt,
  endsAt,
  startDate: dateAt(startsAt, schoolZone),
  endDate: dateAt(endsAt, schoolZone),
});

/** The day of an occurrence on the wall of its series, `YYYY-MM-DD`. */
export const dayOf = (key: OriginalStart, timeZone: string): string =>
  key.endsWith('Z') ? dateAt(instantOf(key), timeZone) : Temporal.PlainDate.from(key).toString();

/** Where an occurrence starts, in the form of `localStart`. */
export const wallOf = (key: OriginalStart, { allDay, timeZone }: Repeated): string =>
  allDay ? dayOf(key, timeZone) : wallAt(instantOf(key), timeZone);

/** The last start before this one: a second earlier, or a day when all day. */
export const justBefore = (key: OriginalStart): string =>
  key.endsWith('Z')
    ? originalStartOf(new Date(instantOf(key).getTime() - 1000))
    : Temporal.PlainDate.from(key).subtract({ days: 1 }).toString().replaceAll('-', '');

export const instantOf = (key: OriginalStart): Date => new Date(Temporal.Instant.from(key).epochMilliseconds);
