import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { ruleText, UnreadableRuleError, type RuleParts } from './recurrence-rule.js';
import { dateAt, hasDay, instantAt } from './wall-clock.js';

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
  exdates: string[];
}

export interface Occurrence {
  /** `YYYYMMDD` when all day, else `YYYYMMDDTHHMMSSZ`; the key of the occurrence (contract section 1, CalendarEvent). */
  originalStart: string;
  /** UTC; null when all day. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** At the school, `YYYY-MM-DD`; the end is inclusive. */
  startDate: string;
  endDate: string;
}

export interface Bounds {
  /** Expansion stops with one more than this. */
  occurrences: number;
  /** From the start of the series. */
  years: number;
}

/** Contract section 7, rule 3. */
export const API_BOUNDS: Bounds = { occurrences: 400, years: 3 };

/** More occurrences than the bounds allow. */
export class TooManyOccurrencesError extends Error {}

/** The rule does not produce the start (contract section 7, rule 4). */
export class StartOffRuleError extends Error {}

/**
 * Every occurrence in order: computed on the wall first, turned into instants after (contract section 7, rule 1).
 * @param schoolZone IANA name, for the dates of timed occurrences
 * @throws TooManyOccurrencesError
 * @throws StartOffRuleError
 * @throws UnreadableRuleError when the rule cannot be computed
 */
export function expandSeries(
  times: SeriesTimes,
  schoolZone: string,
  bounds: Bounds = API_BOUNDS,
): Occurrence[] {
  const walls = new Set(times.rule ? ruledWalls(times, times.rule, bounds) : [times.localStart]);
  if (!walls.has(times.localStart)) throw new StartOffRuleError();
  for (const extra of times.rdates) walls.add(extra);
  const without = new Set(times.exdates);
  const occurrences = new Map<string, Occurrence>();
  for (const wall of walls) {
    // A bare date takes that day's occurrence away (contract section 14, rule 8).
    if (without.has(wall) || without.has(wall.slice(0, 10))) continue;
    const occurrence = occurrenceAt(wall, times, schoolZone);
    if (occurrence) occurrences.set(occurrence.originalStart, occurrence);
  }
  if (occurrences.size > bounds.occurrences) throw new TooManyOccurrencesError();
  return [...occurrences.values()].sort((a, b) => (a.originalStart < b.originalStart ? -1 : 1));
}

/** Wall clocks in the form of `localStart` that the rule produces; a day that the zone skips is not counted. */
function ruledWalls(times: SeriesTimes, rule: RuleParts, bounds: Bounds): string[] {
  const start = Temporal.PlainDateTime.from(times.localStart);
  const horizon = start.add({ years: bounds.years });
  const count = Number(rule.get('COUNT') ?? Infinity);
  const isPast = untilOf(rule, times.timeZone);
  const walls: string[] = [];
  for (const wall of floating(rule, start)) {
    if (walls.length >= count || isPast(wall)) return walls;
    if (walls.length > bounds.occurrences || Temporal.PlainDateTime.compare(wall, horizon) > 0)
      throw new TooManyOccurrencesError();
    if (hasDay(wall.toPlainDate(), times.timeZone)) walls.push(wallText(wall, times.allDay));
  }
  return walls;
}

/** As if there were no zones: the rule speaks of clocks on walls. */
function* floating(rule: RuleParts, start: Temporal.PlainDateTime): Generator<Temporal.PlainDateTime> {
  const endless = new Map([...rule].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL'));
  const dtstart = `${start.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}Z`;
  let iterator: RRuleTemporal;
  try {
    iterator = new RRuleTemporal({ rruleString: `DTSTART:${dtstart}\nRRULE:${ruleText(endless)}` });
  } catch (error) {
    throw new UnreadableRuleError((error as Error).message);
  }
  let last = new Date(start.toZonedDateTime('UTC').epochMilliseconds - 1);
  for (;;) {
    const next = iterator.next(last);
    if (!next) return;
    last = new Date(next.epochMilliseconds);
    yield Temporal.PlainDateTime.from(last.toISOString().slice(0, 19));
  }
}

/** A date is inclusive on the wall; a time with Z is compared with instants (contract section 7, rule 3). */
function untilOf(rule: RuleParts, zone: string): (wall: Temporal.PlainDateTime) => boolean {
  const until = rule.get('UNTIL');
  if (until === undefined) return () => false;
  const [, date, time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? [];
  if (date === undefined) throw new UnreadableRuleError(`UNTIL=${until} cannot be read`);
  const last = Temporal.PlainDateTime.from(`${date}T${time ?? '235959'}`);
  if (!utc) return (wall) => Temporal.PlainDateTime.compare(wall, last) > 0;
  const lastInstant = last.toZonedDateTime('UTC').epochMilliseconds;
  return (wall) => wall.toZonedDateTime(zone).epochMilliseconds > lastInstant;
}

/** Null on a day that the zone skips. */
function occurrenceAt(wall: string, times: SeriesTimes, schoolZone: string): Occurrence | null {
  if (times.allDay) {
    const startDate = wall.slice(0, 10);
    const last = Temporal.PlainDate.from(startDate).add({ days: times.duration - 1 });
    const originalStart = startDate.replaceAll('-', '');
    return { originalStart, startsAt: null, endsAt: null, startDate, endDate: last.toString() };
  }
  const startsAt = instantAt(wall, times.timeZone);
  if (!startsAt) return null;
  const endsAt = new Date(startsAt.getTime() + times.duration * 60_000);
  return {
    originalStart: originalStartOf(startsAt),
    startsAt,
    endsAt,
    startDate: dateAt(startsAt, schoolZone),
    endDate: dateAt(endsAt, schoolZone),
  };
}

/** `YYYYMMDDTHHMMSSZ`. */
export const originalStartOf = (instant: Date): string =>
  `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const wallText = (wall: Temporal.PlainDateTime, allDay: boolean): string =>
  allDay
    ? wall.toPlainDate().toString()
    : wall.toString({ smallestUnit: wall.second === 0 ? 'minute' : 'second' });
