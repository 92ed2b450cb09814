import { utcStamp, type ZoneClock } from '../../../platform/ics/zone-clock.js';
import { exclusionsOf, ruledWalls } from '../recurrence/expand-series.js';
import { ruleText, type RuleParts } from '../recurrence/recurrence-rule.js';
import { originalStartAt, type OriginalStart, type SeriesTimes } from '../recurrence/series-times.js';
import { repetitionOf, type FeedSeries } from '../feed/feed-content.js';
import { asClocks, asDays, asInstants, compact, type OccurrenceWriting } from './occurrence-writing.js';

/** How a series is written down: as a master, and which occurrences have an entry of their own beside it. */
export interface SeriesForm {
  /** DTSTART, and how it repeats. */
  lines: string[];
  /** Occurrences as the series has them that the rule does not tell to every reader alike. */
  writtenOut: OriginalStart[];
  /** In the value type and on the clock of the master (contract section 7, rule 9). */
  recurrenceId: (key: OriginalStart) => string;
  /** DTSTART and DTEND of such an occurrence. */
  when: (key: OriginalStart) => string[];
}

/**
 * Null when nothing of it takes place. Readers of a rule repeat the clock of DTSTART; what they make of a time in the gap
 * of spring, in the hour that comes twice or on a day that the zone goes without differs, and so does it for an end after
 * such a change. These occurrences get an entry of their own. So do RDATEs, which many readers pass over.
 */
export function formOf(series: FeedSeries, clock: ZoneClock): SeriesForm | null {
  const live = [...series.unchanged, ...series.changed.map((change) => change.original_start)].sort();
  if (live.length === 0) return null;
  const writing = series.all_day ? asDays(series) : asClocks(series, clock);
  const ruled = ruledPart(series, writing, clock, live);
  return ruled ? byRule(series, writing, ruled, live) : oneByOne(series, writing, live);
}

/** The part of a series that a rule describes. */
interface Ruled {
  rule: RuleParts;
  first: OriginalStart;
  last: OriginalStart;
  isRuled: (key: OriginalStart) => boolean;
  /** All-day occurrences that readers have and the zone has not. */
  skippedDays: string[];
}

function ruledPart(
  series: FeedSeries,
  writing: OccurrenceWriting,
  clock: ZoneClock,
  live: OriginalStart[],
): Ruled | null {
  const times = repetitionOf(series);
  if (!times.rule) return null;
  const single = datesBeside(times, times.rule);
  const known = [originalStartAt(times.localStart, times) ?? [], live, series.off].flat().sort();
  const first = known.find((key) => !single.has(key) && !writing.isOblique(key));
  if (first === undefined) return null;
  // On the wall, no reader goes past a day that is not there in the way that we do.
  const skips = clock.skippedDays();
  const end = series.all_day
    ? undefined
    : skips.map(({ from }) => utcStamp(from)).find((skip) => skip > first);
  const isRuled = (key: OriginalStart): boolean =>
    !single.has(key) && key >= first && (end === undefined || key < end);
  const last = live.findLast(isRuled);
  if (last === undefined) return null;
  const skippedDays = series.all_day && skips.length > 0 ? skippedByRule(times, times.rule, skips) : [];
  return { rule: times.rule, first, last, isRuled, skippedDays };
}

/** RDATEs that the rule has not got as well. */
function datesBeside(times: SeriesTimes, rule: RuleParts): Set<OriginalStart | null> {
  const keysOf = (walls: string[]): Set<OriginalStart | null> =>
    new Set(walls.map((wall) => originalStartAt(wall, times)));
  const dates = keysOf(times.rdates);
  return dates.size > 0 ? dates.difference(keysOf(ruledWalls(times, rule))) : dates;
}

function skippedByRule(times: SeriesTimes, rule: RuleParts, skips: { day: string }[]): string[] {
  const elsewhere = ruledWalls({ ...times, timeZone: 'UTC' }, rule).map(compact);
  return skips.map(({ day }) => day).filter((day) => elsewhere.includes(day));
}

function byRule(
  series: FeedSeries,
  writing: OccurrenceWriting,
  { rule, first, last, isRuled, skippedDays }: Ruled,
  live: OriginalStart[],
): SeriesForm {
  const parts = [...rule].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL');
  const value = (key: OriginalStart): string => (isRuled(key) ? writing.ruledValue(key) : writing.value(key));
  const others = live.filter((key) => !isRuled(key)).map(value);
  const off = series.off.filter(isRuled).map(value);
  const never = neverThere(series, rule, off);
  const excluded = [...off, ...never, ...skippedDays].filter(
    (one) => one >= value(first) && one <= value(last),
  );
  return {
    lines: [
      ...writing.when(first),
      // COUNT would count what other readers produce in the gap, or do not.
      `RRULE:${ruleText(new Map([...parts, ['UNTIL', writing.until(last)]]))}`,
      ...listed(writing, 'RDATE', others),
      ...listed(writing, 'EXDATE', excluded),
    ],
    writtenOut: series.unchanged.filter((key) => !isRuled(key) || writing.isOblique(key)),
    recurrenceId: (key) => writing.property('RECURRENCE-ID', value(key)),
    when: writing.when,
  };
}

/**
 * Dates of the rule that an EXDATE has excluded from the beginning. An EXDATE that matches no date is left out: some readers
 * then pass over the next one.
 */
function neverThere(series: FeedSeries, rule: RuleParts, known: string[]): string[] {
  const times = repetitionOf(series);
  const exdates = series.exdates.filter((wall) => !known.includes(compact(wall)));
  if (exdates.length === 0) return [];
  const isExcluded = exclusionsOf({ ...times, exdates });
  return ruledWalls(times, rule)
    .filter((wall) => isExcluded(wall, originalStartAt(wall, times)))
    .map(compact);
}

/** Nothing of it is left to a rule. */
function oneByOne(series: FeedSeries, given: OccurrenceWriting, live: OriginalStart[]): SeriesForm {
  const first = live[0]!;
  const lines = given.when(first);
  // The other dates are written in the form of DTSTART.
  const writing = series.all_day || lines[0]!.includes(';TZID=') ? given : asInstants(given);
  return {
    // A rule that says nothing: without one, readers look no further than DTSTART.
    lines: [
      ...lines,
      'RRULE:FREQ=DAILY;COUNT=1',
      ...listed(writing, 'RDATE', live.slice(1).map(writing.value)),
    ],
    writtenOut: series.unchanged.filter((key) => key !== first || writing.isOblique(key)),
    recurrenceId: (key) => writing.property('RECURRENCE-ID', writing.value(key)),
    when: given.when,
  };
}

function listed(writing: OccurrenceWriting, name: string, values: string[]): string[] {
  const distinct = [...new Set(values)].sort();
  return distinct.length > 0 ? [writing.property(name, ...distinct)] : [];
}
