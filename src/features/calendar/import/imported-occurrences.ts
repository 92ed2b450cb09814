import { isDeepStrictEqual } from 'node:util';
import type { EventSeries } from '../series/event-series.entity.js';
import type { ImportedChange } from './calendar-import.js';
import { DETAIL_NAMES, detailOf, detailsFrom } from '../events/event-details.js';
import { beginOf, eventTimesFrom, whenOf } from '../events/event-times.js';
import { CALLED_OFF_HERE, isException, type OccurrenceRow } from '../series/occurrence-plan.js';
import { expandSeries } from '../recurrence/expand-series.js';
import { timesAt, wallOf, type OriginalStart } from '../recurrence/series-times.js';
import { refusing, timesOf } from '../series/series-columns.js';
import { isSeparate, isUnedited } from './source-digest.js';

export type Edit = (row: OccurrenceRow) => OccurrenceRow;

/** Original starts of the occurrences that take place. */
export const liveStarts = (series: EventSeries): Set<OriginalStart> => {
  const occurrences = refusing(() => expandSeries(timesOf(series)));
  return new Set(occurrences.filter(({ excluded }) => !excluded).map(({ key }) => key));
};

/**
 * Occurrences that the source has otherwise than its series differ in just that; those that it had so before, and nobody
 * has changed here since, follow the series again. What it has told without the series stays.
 */
export function editing(series: EventSeries, changes: ImportedChange[], schoolZone: string): Edit {
  const byStart = new Map(changes.map((change) => [change.originalStart, change]));
  const live = liveStarts(series);
  return (row) => {
    const change = byStart.get(row.originalStart);
    if (change) return changedBySource(row, series, change, schoolZone);
    const stays = isSeparate(row.sourceDigest) && live.has(row.originalStart);
    if (row.sourceDigest === null || stays) return row;
    return { ...row, overrides: decidedHere(row), sourceDigest: null };
  };
}

/** The occurrence as the source has it, which differs from its series in that alone; no source says whether it asks who comes. */
export function changedBySource(
  row: OccurrenceRow,
  series: EventSeries,
  { digest, input }: Pick<ImportedChange, 'digest' | 'input'>,
  schoolZone: string,
): OccurrenceRow {
  const times = eventTimesFrom(input, null, schoolZone);
  const given = detailsFrom(input, null, () => beginOf(times, schoolZone));
  const details = { ...given, ...detailOf('rsvp', row) };
  const names = DETAIL_NAMES.filter(
    (name) => name !== 'rsvp' && !isDeepStrictEqual(detailOf(name, details), detailOf(name, series)),
  );
  const isMoved = !isDeepStrictEqual(times, timesAt(row.originalStart, series, schoolZone));
  const overrides = [...names, ...(isMoved ? ['times'] : []), ...decidedHere(row)];
  return { ...row, ...details, ...times, overrides, sourceDigest: digest };
}

/** Exceptions that no source has made. */
const decidedHere = ({ overrides }: OccurrenceRow): string[] =>
  overrides.filter((name) => name === CALLED_OFF_HERE || name === 'rsvp');

/** Whether somebody has called it off here for the time that it still has. */
export const staysOffHere = (row: OccurrenceRow, edit: Edit): boolean =>
  row.overrides.includes(CALLED_OFF_HERE) && isDeepStrictEqual(whenOf(edit(row)), whenOf(row));

/** Those of the source, what was called off here and has still its time, and what the source has called off by itself. */
export function exdatesOf(
  series: EventSeries,
  rows: OccurrenceRow[],
  edit: Edit,
  changes: ImportedChange[],
): string[] {
  const changed = new Set(changes.map(({ originalStart }) => originalStart));
  const isOff = (row: OccurrenceRow): boolean =>
    staysOffHere(row, edit) || (isOffBySource(row) && !changed.has(row.originalStart));
  const off = rows.filter(({ status }) => status === 'cancelled').filter(isOff);
  if (off.length === 0) return series.exdates;
  const live = liveStarts(series);
  const more = off.filter(({ originalStart }) => live.has(originalStart));
  return [...series.exdates, ...more.map(({ originalStart }) => wallOf(originalStart, series))].sort();
}

const isOffBySource = ({ status, sourceDigest }: OccurrenceRow): boolean =>
  status === 'cancelled' && isUnedited(sourceDigest);

/** An occurrence that the source has told without its series, when that comes again and says nothing of it. */
export interface SeparateOccurrence {
  title: string;
  /** At the school, `YYYY-MM-DD`. */
  date: string;
  /** The series no longer has it: it is as the series says. */
  isGone: boolean;
}

/** @param series as it is from now on, with what the file leaves out and nothing else */
export function separateOccurrences(
  series: EventSeries,
  rows: OccurrenceRow[],
  changes: ImportedChange[],
): SeparateOccurrence[] {
  const separate = rows.filter((row) => isUnedited(row.sourceDigest) && isException(row));
  if (separate.length === 0) return [];
  const changed = new Set(changes.map(({ originalStart }) => originalStart));
  const occurrences = refusing(() => expandSeries(timesOf(series)));
  const excluded = new Map(occurrences.map((one) => [one.key, one.excluded]));
  return separate
    .filter(({ originalStart }) => !changed.has(originalStart) && excluded.get(originalStart) !== true)
    .map(({ title, startDate, originalStart }) => ({
      ...{ title, date: startDate },
      isGone: !excluded.has(originalStart),
    }));
}
