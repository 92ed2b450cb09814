import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { ruleText, UnreadableRuleError, type RuleParts } from './recurrence-rule.js';
import { originalStartAt, type OriginalStart, type SeriesTimes } from './series-times.js';
import { clockText, hasDay } from '../../../platform/clock/wall-clock.js';

export interface Occurrence {
  key: OriginalStart;
  /** Named by an EXDATE: the series would have it, and does not. */
  excluded: boolean;
}

export interface Bounds {
  /** Expansion stops with one more than this. */
  occurrences: number;
  /** From the start of the series; single dates may lie as far before it. */
  years: number;
}

/** Bounds of the API (contract section 7, rule 3). */
export const API_BOUNDS: Bounds = { occurrences: 400, years: 3 };

/** Bounds of stored series: an import takes more. */
export const STORED_BOUNDS: Bounds = { occurrences: 5000, years: 100 };

/** More occurrences than the bounds allow. */
export class TooManyOccurrencesError extends Error {}

/** The rule does not produce the start (contract section 7, rule 4). */
export class StartOffRuleError extends Error {}

/**
 * Every occurrence in order: computed on the wall first, turned into instants after (contract section 7, rule 1).
 * @throws TooManyOccurrencesError
 * @throws StartOffRuleError
 * @throws UnreadableRuleError when the rule cannot be computed
 */
export function expandSeries(times: SeriesTimes, bounds: Bounds = STORED_BOUNDS): Occurrence[] {
  const walls = times.rule ? ruledWalls(times, times.rule, bounds) : [times.localStart];
  if (!walls.includes(times.localStart)) throw new StartOffRuleError();
  if (!times.rdates.every((wall) => isNear(wall, times, bounds))) throw new TooManyOccurrencesError();
  const isExcluded = exclusionsOf(times);
  const occurrences = new Map<OriginalStart, Occurrence>();
  for (const wall of [...walls, ...times.rdates]) {
    const key = originalStartAt(wall, times);
    if (key) occurrences.set(key, { key, excluded: isExcluded(wall, key) });
  }
  if (occurrences.size > bounds.occurrences) throw new TooManyOccurrencesError();
  return [...occurrences.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function isNear(wall: string, { localStart }: SeriesTimes, { years }: Bounds): boolean {
  const [first, last] = [localStart, wall].sort().map((text) => Temporal.PlainDateTime.from(text));
  return Temporal.PlainDateTime.compare(last!, first!.add({ years })) <= 0;
}

/**
 * Whether an EXDATE names the occurrence: a bare date whatever there is on that day (contract section 14, rule 8), a clock
 * its instant, for in the hour of a spring gap two clocks name the same one.
 */
export function exclusionsOf(times: SeriesTimes): (wall: string, key: OriginalStart | null) => boolean {
  const keys = new Set(times.exdates.map((wall) => originalStartAt(wall, times)));
  const days = new Set(times.exdates.filter((wall) => wall.length === 10));
  return (wall, key) => days.has(wall.slice(0, 10)) || keys.has(key);
}

/** Wall clocks in the form of `localStart` that the rule produces; a day that the zone skips is not counted. */
export function ruledWalls(times: SeriesTimes, rule: RuleParts, bounds: Bounds = STORED_BOUNDS): string[] {
  const start = Temporal.PlainDateTime.from(times.localStart);
  const horizon = start.add({ years: bounds.years });
  const count = Number(rule.get('COUNT') ?? Infinity);
  const isPast = untilOf(rule, times.timeZone);
  const walls: string[] = [];
  for (const wall of floating(rule, start)) {
    if (walls.length >= count || isPast(wall)) return walls;
    if (walls.length > bounds.occurrences || Temporal.PlainDateTime.compare(wall, horizon) > 0)
      throw new TooManyOccurrencesError();
    if (hasDay(wall.toPlainDate(), times.timeZone))
      walls.push(times.allDay ? wall.toPlainDate().toString() : clockText(wall));
  }
  return walls;
}

/** Occurrences by local time, without time zones: the rule speaks of clocks on walls. */
function* floating(rule: RuleParts, start: Temporal.PlainDateTime): Generator<Temporal.PlainDateTime> {
  const endless = new Map([...rule].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL'));
  const dtstart = `${start.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}Z`;
  const iterator = computed(
    () => new RRuleTemporal({ rruleString: `DTSTART:${dtstart}\nRRULE:${ruleText(endless)}` }),
  );
  let last = new Date(start.toZonedDateTime('UTC').epochMilliseconds - 1);
  for (;;) {
    const next = computed(() => iterator.next(last));
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
  const last = computed(() => Temporal.PlainDateTime.from(`${date}T${time ?? '235959'}`));
  if (!utc) return (wall) => Temporal.PlainDateTime.compare(wall, last) > 0;
  const lastInstant = last.toZonedDateTime('UTC').epochMilliseconds;
  return (wall) => wall.toZonedDateTime(zone).epochMilliseconds > lastInstant;
}

/** Both libraries say what they cannot compute (the 30th of February) by errors of many kinds. */
function computed<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw new UnreadableRuleError((error as Error).message);
  }
}

type Clock = Pick<SeriesTimes, 'allDay' | 'localStart' | 'duration' | 'timeZone'>;

/**
 * The series on its days at another time, of another length or in another zone: the single dates and the end of the rule
 * follow the clock.
 */
export function retimed(times: SeriesTimes, clock: Clock): SeriesTimes {
  const time = clock.localStart.slice(10);
  const same =
    times.localStart.slice(10) === time && times.allDay === clock.allDay && times.timeZone === clock.timeZone;
  if (same) return { ...times, ...clock };
  const follow = (wall: string): string => wall.slice(0, 10) + time;
  return {
    ...clock,
    rule: times.rule && endingOnTheSameDay(times, times.rule, clock),
    rdates: distinct(times.rdates.map(follow)),
    exdates: distinct(
      times.exdates.map((wall) => (wall.length === 10 && !times.allDay ? wall : follow(wall))),
    ),
  };
}

/** An end told in time would otherwise take the last day away, or let another one in. */
function endingOnTheSameDay(times: SeriesTimes, rule: RuleParts, clock: Clock): RuleParts {
  const until = rule.get('UNTIL');
  if (until === undefined || until.length === 8) return rule;
  const lastDay = ruledWalls(times, rule).at(-1)?.slice(0, 10);
  const end = lastDay && originalStartAt(lastDay + clock.localStart.slice(10), clock);
  return end ? new Map([...rule, ['UNTIL', end]]) : rule;
}

const distinct = (walls: string[]): string[] => [...new Set(walls)];
