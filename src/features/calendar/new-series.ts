import { randomUUID } from 'node:crypto';
import type { Writing } from './calendar-writes.repository.js';
import { detailsFrom } from './event-details.js';
import type { EventSeries } from './event-series.entity.js';
import type { Origin } from './new-event.js';
import { columnsOf, timesOf } from './series-columns.js';
import type { SeriesChanges, SeriesInput } from './series-input.dto.js';
import { seriesArrivalFrom, seriesTimesFrom } from './series-times-input.js';

/** @throws ValidationFailedError */
export function newSeries({ now, schoolZone }: Writing, input: SeriesInput, origin: Origin): EventSeries {
  const times = seriesTimesFrom(input, null, schoolZone);
  return {
    ...detailsFrom(input, null),
    ...columnsOf(times),
    id: randomUUID(),
    arrivalMinutesBefore: seriesArrivalFrom(input, times, null),
    splitFromId: null,
    sequence: 0,
    sourceId: null,
    sourceDigest: null,
    ...origin,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export function changedSeries(series: EventSeries, input: SeriesChanges, schoolZone: string): EventSeries {
  const times = seriesTimesFrom(input, timesOf(series), schoolZone);
  const arrivalMinutesBefore = seriesArrivalFrom(input, times, series.arrivalMinutesBefore);
  return { ...series, ...detailsFrom(input, series), ...columnsOf(times), arrivalMinutesBefore };
}
