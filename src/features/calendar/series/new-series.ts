import { randomUUID } from 'node:crypto';
import type { Writing } from '../events/calendar-writes.repository.js';
import { detailsFrom } from '../events/event-details.js';
import type { EventOrigin } from '../events/new-event.js';
import type { SeriesTimes } from '../recurrence/series-times.js';
import type { SeriesChanges, SeriesInput } from './event-series.dto.js';
import type { EventSeries } from './event-series.entity.js';
import { startOfDay, instantAt } from '../../../platform/clock/wall-clock.js';
import { columnsOf, timesOf } from './series-columns.js';
import { seriesArrivalFrom, seriesTimesFrom } from './series-times-input.js';

/**
 * @param times those of an import, which has computed them already
 * @throws ValidationFailedError
 */
export function newSeries(
  { now, schoolZone }: Writing,
  input: SeriesInput,
  origin: EventOrigin,
  times: SeriesTimes = seriesTimesFrom(input, null, schoolZone),
): EventSeries {
  return {
    ...detailsFrom(input, null, () => seriesBegins(times, schoolZone)),
    ...columnsOf(times),
    id: randomUUID(),
    arrivalMinutesBefore: seriesArrivalFrom(input, times, null),
    splitFromId: null,
    sequence: 0,
    sourceId: null,
    sourceDigest: null,
    calendar: null,
    sourceUpdatedAt: null,
    ...origin,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export function changedSeries(
  series: EventSeries,
  input: SeriesChanges,
  schoolZone: string,
  times: SeriesTimes = seriesTimesFrom(input, timesOf(series), schoolZone),
): EventSeries {
  const arrivalMinutesBefore = seriesArrivalFrom(input, times, series.arrivalMinutesBefore);
  const details = detailsFrom(input, series, () => seriesBegins(times, schoolZone));
  return { ...series, ...details, ...columnsOf(times), arrivalMinutesBefore };
}

/** The instant of the first occurrence; whole days begin at the school, wherever the series has its clock. */
const seriesBegins = ({ allDay, localStart, timeZone }: SeriesTimes, schoolZone: string): Date =>
  (allDay ? null : instantAt(localStart, timeZone)) ?? startOfDay(localStart.slice(0, 10), schoolZone);
