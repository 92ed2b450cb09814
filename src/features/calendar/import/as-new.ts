import { isDeepStrictEqual } from 'node:util';
import { type ImportResult, originOf } from '../../publishing/item.importer.js';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import { detailsOf } from '../events/event-details.js';
import { arrivalMinutesBeforeOf, whenOf } from '../events/event-times.js';
import { type EventOrigin, newEvent } from '../events/new-event.js';
import type { EventSeries } from '../series/event-series.entity.js';
import { newSeries } from '../series/new-series.js';
import { columnsOf, timesOf } from '../series/series-columns.js';
import type { CalendarImportTarget, ImportedEvent, ImportedSeries } from './calendar-import.js';

/*
 * What entries of a file make where nothing is on record of them: an item that is just so was not changed here since it came,
 * also where the import that brought it did not write that down.
 */

export const importedOrigin = (
  target: CalendarImportTarget,
  entry: ImportedEvent | ImportedSeries,
): EventOrigin => ({
  ...originOf(target, entry),
  ...{ calendar: target.calendar ?? null, sourceUpdatedAt: target.now },
});

/** Entries that were not refused. */
export const takenOf = <Entry extends { sourceId: string }>(
  entries: Entry[],
  { refused }: ImportResult,
): Entry[] => entries.filter(({ sourceId }) => !refused.has(sourceId));

export const eventsAsNew = (
  target: CalendarImportTarget,
  entries: ImportedEvent[],
): Map<string, () => CalendarEvent> =>
  new Map(
    entries.map((entry) => [
      entry.sourceId,
      () => newEvent(target, entry.input, importedOrigin(target, entry)),
    ]),
  );

export const seriesAsNew = (
  target: CalendarImportTarget,
  entries: ImportedSeries[],
): Map<string, () => EventSeries> =>
  new Map(
    entries.map((entry) => [
      entry.sourceId,
      () => newSeries(target, entry.input, importedOrigin(target, entry), entry.times),
    ]),
  );

/** Whether two items say the same, but for the dates that a series leaves out: those may have been called off here. */
export const isAlike = (one: CalendarEvent | EventSeries, other: CalendarEvent | EventSeries): boolean =>
  isDeepStrictEqual(saidBy(one), saidBy(other));

const saidBy = (item: CalendarEvent | EventSeries): unknown =>
  'localStart' in item
    ? [detailsOf(item), { ...columnsOf(timesOf(item)), exdates: [] }, item.arrivalMinutesBefore]
    : [detailsOf(item), whenOf(item), arrivalMinutesBeforeOf(item)];
