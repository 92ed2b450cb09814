import { Temporal } from 'temporal-polyfill';
import {
  expandSeries,
  ruledWalls,
  STORED_BOUNDS,
  TooManyOccurrencesError,
  type Bounds,
} from '../../features/calendar/recurrence/expand-series.js';
import {
  foreignRule,
  UnreadableRuleError,
  type RuleParts,
} from '../../features/calendar/recurrence/recurrence-rule.js';
import { instantOf, type SeriesTimes } from '../../features/calendar/recurrence/series-times.js';
import { instantAt, wallAt } from '../../platform/clock/wall-clock.js';
import { IMPORT_AGAIN, nameOf, type IcsEvent } from './ics-event.js';
import { BrokenComponentError, momentOf, onWallOf, type IcsTime, type ZoneRules } from './ics-times.js';

/** Changes that made a series one that can be stored. */
export type SeriesNote = 'series_cut' | 'exception_rule_dropped' | 'rule_dropped';

export interface ForeignSeries {
  times: SeriesTimes;
  notes: SeriesNote[];
}

const HORIZON_YEARS = 3;
/** One that has gone on for so long is kept from a year ago. */
const MAX_OF_ENDLESS = 4000;
const ENDLESS_BOUNDS: Bounds = { occurrences: 20_000, years: 300 };

/**
 * Looser than the API (contract section 7, rule 11): what has no end is cut at the horizon, a start off the rule stays
 * as a date of its own.
 * @param today YYYY-MM-DD
 * @throws BrokenComponentError
 */
export function foreignSeries(event: IcsEvent, today: string): ForeignSeries {
  try {
    return understood(event, today);
  } catch (error) {
    if (error instanceof UnreadableRuleError)
      throw notTaken(event, 'unsupported_rule', `the rule is not understood: ${error.message}`);
    if (error instanceof TooManyOccurrencesError)
      throw notTaken(event, 'too_many_occurrences', 'the rule has too many occurrences');
    throw error;
  }
}

function notTaken({ details, start, rules }: IcsEvent, code: string, reason: string): BrokenComponentError {
  const remedy = `Change how it repeats ${IMPORT_AGAIN}`;
  const message = `${nameOf(details.title, start)} is left out: ${reason}. ${remedy}`;
  return new BrokenComponentError(code, message, rules.join(' '));
}

function understood(event: IcsEvent, today: string): ForeignSeries {
  const notes: SeriesNote[] = event.hasExceptionRule ? ['exception_rule_dropped'] : [];
  const { start } = event;
  // On the wall of a zone that the file defines, until it is known whether another has the same clocks.
  const own = event.allDay ? undefined : start.rules;
  const zone = own ? 'UTC' : start.zone;
  const wallOf = (time: IcsTime): string => {
    if (own && time.wall.length > 10) return time.rules === own ? time.wall : own.wallAt(momentOf(time));
    return event.allDay && time.rules ? time.wall : onWallOf(zone, time);
  };
  const base = { allDay: event.allDay, localStart: wallOf(start), duration: event.duration, timeZone: zone };
  const single: SeriesTimes = { ...base, rule: null, rdates: [], exdates: [] };
  const rules = event.rules.map((text) => {
    const ended = withEnd(untilOn(own, foreignRule(text)), single, today);
    if (ended.isCut && !notes.includes('series_cut')) notes.push('series_cut');
    return ended.rule;
  });
  const [first, ...others] = rules;
  const extra = others.flatMap((rule) => ruledWalls({ ...single, rule }, rule));
  const rdates = event.rdates.map((time) => inForm(wallOf(time), base));
  const exdates = event.exdates.map(wallOf).map((wall) => (event.allDay ? wall.slice(0, 10) : wall));
  const yearAgo = Temporal.PlainDate.from(today).subtract({ years: 1 }).toString();
  const from = notes.includes('series_cut') ? yearAgo : null;
  const times = onTheRule({ ...single, rule: first ?? null }, [...rdates, ...extra], from);
  const bounded = {
    ...times,
    rdates: [...new Set(times.rdates)].sort(),
    exdates: [...new Set(exdates)].sort(),
  };
  if (event.rules.length > 0 && !bounded.rule) notes.push('rule_dropped');
  expandSeries(bounded, STORED_BOUNDS);
  return { times: own ? inKnownZone(bounded, start.zone, own) : bounded, notes };
}

/** An end in UTC as the wall shows it. */
function untilOn(own: ZoneRules | undefined, rule: RuleParts): RuleParts {
  const until = rule.get('UNTIL');
  if (!own || !until?.endsWith('Z')) return rule;
  const wall = own.wallAt(new Date(Temporal.Instant.from(until).epochMilliseconds));
  const text = Temporal.PlainDateTime.from(wall).toString({ smallestUnit: 'second' });
  return new Map([...rule, ['UNTIL', text.replace(/[-:]/g, '')]]);
}

/** The series as a rule where the zone has all occurrences when the rules of the file have them, else as dates. */
function inKnownZone(times: SeriesTimes, zone: string, own: ZoneRules): SeriesTimes {
  const occurrences = expandSeries(times, STORED_BOUNDS).map(({ key, excluded }) => {
    const wall = wallAt(instantOf(key), 'UTC');
    return { wall, moment: own.momentOf(wall), excluded };
  });
  if (occurrences.every(({ wall, moment }) => instantAt(wall, zone)?.getTime() === moment.getTime()))
    return { ...times, timeZone: zone };
  const inUtc = occurrences.map(({ moment, excluded }) => ({ wall: wallAt(moment, 'UTC'), excluded }));
  const [first, ...others] = inUtc.map(({ wall }) => wall).sort();
  const exdates = inUtc.filter(({ excluded }) => excluded).map(({ wall }) => wall);
  return { ...times, timeZone: 'UTC', localStart: first!, rule: null, rdates: others, exdates };
}

/** A date that stands for a timed occurrence has the clock of the series. */
const inForm = (wall: string, { allDay, localStart }: { allDay: boolean; localStart: string }): string => {
  if (allDay) return wall.slice(0, 10);
  return wall.length === 10 ? wall + localStart.slice(10) : wall;
};

/** The first that the rule produces begins the series; a start that it does not produce is a date beside it. */
function onTheRule(times: SeriesTimes, rdates: string[], from: string | null): SeriesTimes {
  if (!times.rule) return { ...times, rdates };
  const walls = ruledWalls(times, times.rule, from ? ENDLESS_BOUNDS : STORED_BOUNDS);
  const isLong = walls.length > MAX_OF_ENDLESS || times.localStart < '1950';
  const first = from && isLong ? walls.find((wall) => wall >= from) : walls[0];
  if (first === undefined) return { ...times, rule: null, rdates };
  if (first !== walls[0])
    return { ...times, localStart: first, rdates: rdates.filter((wall) => wall >= first) };
  const isOff = first !== times.localStart;
  return { ...times, localStart: first, rdates: isOff ? [times.localStart, ...rdates] : rdates };
}

/** Some write the end of the century where there is no end. */
function withEnd(rule: RuleParts, times: SeriesTimes, today: string): { rule: RuleParts; isCut: boolean } {
  const start = times.localStart.slice(0, 10);
  const last = Temporal.PlainDate.from(start > today ? start : today).add({ years: HORIZON_YEARS });
  const horizon = last.toString().replaceAll('-', '');
  const until = rule.get('UNTIL');
  const isFar = until === undefined || (until.slice(0, 8) > horizon && isTooMuch(times, rule));
  if (rule.has('COUNT') || !isFar) return { rule, isCut: false };
  return { rule: new Map([...rule, ['UNTIL', horizon]]), isCut: true };
}

function isTooMuch(times: SeriesTimes, rule: RuleParts): boolean {
  try {
    ruledWalls(times, rule, STORED_BOUNDS);
    return false;
  } catch (error) {
    if (error instanceof TooManyOccurrencesError) return true;
    throw error;
  }
}
