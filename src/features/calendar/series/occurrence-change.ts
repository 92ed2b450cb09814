import { isDeepStrictEqual } from 'node:util';
import { detailOf, detailsFrom, givenDetails } from '../events/event-details.js';
import type { EventChanges } from '../events/event-input.dto.js';
import type { EventSeries } from './event-series.entity.js';
import {
  arrivalInstant,
  arrivalMinutesBeforeFrom,
  arrivalMinutesBeforeOf,
  beginOf,
  durationOf,
  eventTimesFrom,
  givesTimes,
  whenOf,
} from '../events/event-times.js';
import type { OccurrenceRow } from './occurrence-plan.js';
import { retimed } from '../recurrence/expand-series.js';
import { dayOf, timesAt, type EventTimes, type SeriesTimes } from '../recurrence/series-times.js';
import { dateAt, wallAt } from '../../../platform/clock/wall-clock.js';
import { columnsOf, refusing, timesOf, unsupportedRule } from './series-columns.js';
import { editedDigest } from '../import/source-digest.js';

/**
 * The occurrence with what is given, as an exception in that in which it then differs from its series (contract
 * section 7, rule 5).
 * @throws ValidationFailedError
 */
export function changedOccurrence(
  row: OccurrenceRow,
  series: EventSeries,
  input: EventChanges,
  schoolZone: string,
): OccurrenceRow {
  const times = givesTimes(input) ? eventTimesFrom(input, row, schoolZone) : whenOf(row);
  const asSeries = timesAt(row.originalStart, series, schoolZone);
  const minutes = arrivalMinutesBeforeFrom(input, times, arrivalMinutesBeforeOf(row));
  const details = detailsFrom(input, row, () => beginOf(times, schoolZone));
  const own = new Set(row.overrides);
  const note = (name: string, differs: boolean): unknown => (differs ? own.add(name) : own.delete(name));
  for (const name of givenDetails(input))
    note(name, !isDeepStrictEqual(detailOf(name, details), detailOf(name, series)));
  if (givesTimes(input)) note('times', !isDeepStrictEqual(times, asSeries));
  if (input.arrival_at !== undefined) note('arrival_at', minutes !== series.arrivalMinutesBefore);
  const arrival = own.has('arrival_at') ? minutes : series.arrivalMinutesBefore;
  const sourceDigest = editedDigest(row.sourceDigest);
  const differing = { ...row, ...details, ...times, overrides: [...own].sort() };
  return { ...differing, arrivalAt: arrivalInstant(times.startsAt, arrival), sourceDigest };
}

/**
 * The series with what is given through one of its occurrences (contract section 7, rule 7; section 14, rule 5).
 * @throws ValidationFailedError `unsupported_rule` for another date than the occurrence's own
 */
export function seriesChangedByOccurrence(
  series: EventSeries,
  row: OccurrenceRow,
  input: EventChanges,
  schoolZone: string,
): EventSeries {
  const times = givesTimes(input) ? eventTimesFrom(input, row, schoolZone) : whenOf(row);
  const columns = givesTimes(input) ? columnsOf(movedTimes(series, row, times, schoolZone)) : {};
  const arrivalMinutesBefore = arrivalMinutesBeforeFrom(input, times, series.arrivalMinutesBefore);
  const details = detailsFrom(input, series, () => beginOf(times, schoolZone));
  return { ...series, ...details, ...columns, arrivalMinutesBefore };
}

function movedTimes(
  series: EventSeries,
  row: OccurrenceRow,
  times: EventTimes,
  schoolZone: string,
): SeriesTimes {
  const day = (of: EventTimes): string => (of.startsAt ? dateAt(of.startsAt, series.timeZone) : of.startDate);
  if (![dayOf(row.originalStart, series.timeZone), day(row)].includes(day(times)))
    throw unsupportedRule(
      'Another date is a change of the rule: change the series instead',
      times.allDay ? 'start_date' : 'starts_at',
    );
  const { allDay, timeZone } = { ...times, timeZone: series.timeZone };
  const localStart = series.localStart.slice(0, 10) + clockOf(times, series, row, schoolZone);
  const clock = { allDay, timeZone, localStart, duration: durationOf(times) };
  return refusing(() => retimed(timesOf(series), clock));
}

/** Where the occurrence starts as the series has it, the clock of the series stays: it may stand in a spring gap. */
function clockOf(
  { startsAt }: EventTimes,
  series: EventSeries,
  row: OccurrenceRow,
  schoolZone: string,
): string {
  if (!startsAt) return '';
  const same = timesAt(row.originalStart, series, schoolZone).startsAt?.getTime() === startsAt.getTime();
  return same ? series.localStart.slice(10) : wallAt(startsAt, series.timeZone).slice(10);
}

/**
 * The occurrence through which the series was changed: the given values hold for it too, even where it differed before.
 * @param series as it is from now on
 */
export function followingAgain(
  row: OccurrenceRow,
  input: EventChanges,
  series: EventSeries,
  schoolZone: string,
): OccurrenceRow {
  const given = new Set<string>(givenDetails(input));
  if (input.arrival_at !== undefined) given.add('arrival_at');
  const times = givesTimes(input) ? eventTimesFrom(input, row, schoolZone) : null;
  if (isDeepStrictEqual(times, timesAt(row.originalStart, series, schoolZone))) given.add('times');
  const overrides = row.overrides.filter((name) => !given.has(name));
  return { ...row, ...(overrides.includes('times') ? times : null), overrides };
}
