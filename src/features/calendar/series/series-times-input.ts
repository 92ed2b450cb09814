import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../../../platform/errors/app-error.js';
import { minutesFromArrivalToStart } from '../events/event-times.js';
import { API_BOUNDS, expandSeries, retimed } from '../recurrence/expand-series.js';
import { acceptedRule, type RuleParts } from '../recurrence/recurrence-rule.js';
import type { SeriesTimes } from '../recurrence/series-times.js';
import { hasOffset, readWall, zoneNamed } from '../../../platform/clock/wall-clock.js';
import { refusing, tooManyOccurrences } from './series-columns.js';
import type { SeriesTimesFields } from './series-times-fields.dto.js';

/**
 * The times of a series after a change: given values replace present ones. Single dates that are not given follow the clock
 * of the series: a day that was cancelled stays cancelled.
 * @throws ValidationFailedError
 */
export function seriesTimesFrom(
  input: SeriesTimesFields,
  present: SeriesTimes | null,
  schoolZone: string,
): SeriesTimes {
  const timeZone = zoneFrom(input.time_zone) ?? present?.timeZone ?? schoolZone;
  const allDay = input.all_day ?? present?.allDay ?? false;
  const localStart = startFrom(input, present, { allDay, timeZone });
  const duration = durationFrom(input, present, allDay);
  const clock = { allDay, localStart, duration, timeZone };
  const before = present
    ? refusing(() => retimed(present, clock))
    : { ...clock, rule: null, rdates: [], exdates: [] };
  const rule = input.rrule === undefined ? before.rule : input.rrule && ruleFrom(input.rrule);
  const rdates = wallsFrom('rdates', input.rdates, clock) ?? before.rdates;
  // One that was cut off after its first date has neither, and may go on so.
  const repeated = !present || present.rule !== null || present.rdates.length > 0;
  if (repeated && !rule && rdates.length === 0) throw invalidField('rrule', 'rrule is required');
  const times = {
    ...clock,
    rule: rule || null,
    rdates: rdates.map((wall) => (allDay || wall.length > 10 ? wall : wall + localStart.slice(10))),
    exdates: wallsFrom('exdates', input.exdates, clock) ?? before.exdates,
  };
  if (changesTimes(input)) refusing(() => expandSeries(times, API_BOUNDS));
  return times;
}

/** A rule that is only stored may be longer than the API would take it. */
const changesTimes = ({ local_start, rrule, rdates }: SeriesTimesFields): boolean =>
  [local_start, rrule, rdates].some((given) => given !== undefined);

type Clock = Pick<SeriesTimes, 'allDay' | 'timeZone'>;

function zoneFrom(given: string | null | undefined): string | undefined {
  if (!given) return undefined;
  const zone = zoneNamed(given);
  if (!zone) throw invalidField('time_zone', 'time_zone must be an IANA name, such as America/New_York');
  return zone;
}

function startFrom({ local_start }: SeriesTimesFields, present: SeriesTimes | null, clock: Clock): string {
  const given = local_start ?? present?.localStart;
  if (!given) throw invalidField('local_start', 'local_start is required');
  // Contract section 14, rule 4.
  const wall = hasOffset(given) ? null : readWall(given, clock.timeZone);
  if (!wall || (!clock.allDay && wall.length === 10))
    throw invalidField('local_start', `local_start must be written as ${example(clock)}, without an offset`);
  return clock.allDay ? wall.slice(0, 10) : wall;
}

const example = ({ allDay }: Clock): string => (allDay ? '2026-09-07' : '2026-09-07T15:30');

function durationFrom(input: SeriesTimesFields, present: SeriesTimes | null, allDay: boolean): number {
  const same = present?.allDay === allDay ? present.duration : undefined;
  if (allDay) return input.duration_days ?? same ?? 1;
  const minutes = input.duration_minutes ?? same;
  if (minutes === undefined) throw invalidField('duration_minutes', 'duration_minutes is required');
  return minutes;
}

/** In the form of `localStart`; bare dates may stay. */
function wallsFrom(
  path: 'rdates' | 'exdates',
  given: string[] | null | undefined,
  clock: Clock,
): string[] | undefined {
  if (given === undefined) return undefined;
  const walls = (given ?? []).map((text) => {
    const wall = readWall(text, clock.timeZone);
    if (!wall) throw invalidField(path, `each value in ${path} must be written as ${example(clock)}`);
    return clock.allDay ? wall.slice(0, 10) : wall;
  });
  return [...new Set(walls)].sort();
}

/** @throws ValidationFailedError contract section 7, rule 3 */
function ruleFrom(text: string): RuleParts {
  const rule = refusing(() => acceptedRule(text));
  if (!rule.has('COUNT') && !rule.has('UNTIL')) throw tooManyOccurrences('A rule needs COUNT or UNTIL.');
  return rule;
}

/**
 * Minutes before the start: as given, else as they are. Null: not said.
 * @throws ValidationFailedError
 */
export function seriesArrivalFrom(
  { arrival_at }: SeriesTimesFields,
  { allDay, localStart, timeZone }: SeriesTimes,
  present: number | null,
): number | null {
  if (arrival_at === undefined) return allDay ? null : present;
  if (arrival_at === null) return null;
  if (allDay) throw invalidField('arrival_at', 'arrival_at needs a timed series');
  const wall = readWall(arrival_at, timeZone);
  if (!wall || wall.length === 10)
    throw invalidField('arrival_at', `arrival_at must be written as ${example({ allDay, timeZone })}`);
  return minutesFromArrivalToStart(onTheWall(wall), onTheWall(localStart));
}

const onTheWall = (wall: string): Date =>
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime('UTC').epochMilliseconds);
