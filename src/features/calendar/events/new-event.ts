import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from './calendar-event.entity.js';
import type { EventSeries } from '../series/event-series.entity.js';
import type { Writing } from './calendar-writes.repository.js';
import { detailsFrom } from './event-details.js';
import type { EventChanges, EventInput } from './event-input.dto.js';
import { arrivalAt, arrivalMinutes, arrivalOf, eventTimesFrom } from './event-times.js';
import type { SeriesTimes } from '../recurrence/series-times.js';
import { columnsOf, timesOf } from '../series/series-columns.js';
import type { SeriesChanges, SeriesInput } from '../series/event-series.dto.js';
import { seriesArrivalFrom, seriesTimesFrom } from '../series/series-times-input.js';

/** The school whose it is, and who brought it. */
export type Origin = Pick<CalendarEvent, 'schoolId' | 'source'> &
  Partial<Pick<CalendarEvent, 'sourceId' | 'sourceDigest'>>;

/** @throws ValidationFailedError */
export function newEvent({ now, schoolZone }: Writing, input: EventInput, origin: Origin): CalendarEvent {
  const times = eventTimesFrom(input, null, schoolZone);
  return {
    ...detailsFrom(input, null),
    ...times,
    id: randomUUID(),
    seriesId: null,
    originalStart: null,
    timeZone: schoolZone,
    status: 'confirmed',
    cancelledAt: null,
    arrivalAt: arrivalAt(times.startsAt, arrivalMinutes(input, times, null)),
    overrides: [],
    sequence: 0,
    sourceId: null,
    sourceDigest: null,
    ...origin,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export function changedEvent(event: CalendarEvent, input: EventChanges, schoolZone: string): CalendarEvent {
  const times = eventTimesFrom(input, event, schoolZone);
  const arrival = arrivalAt(times.startsAt, arrivalMinutes(input, times, arrivalOf(event)));
  return { ...event, ...detailsFrom(input, event), ...times, arrivalAt: arrival };
}

/**
 * @param times when they are computed already
 * @throws ValidationFailedError
 */
export function newSeries(
  { now, schoolZone }: Writing,
  input: SeriesInput,
  origin: Origin,
  times: SeriesTimes = seriesTimesFrom(input, null, schoolZone),
): EventSeries {
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
export function changedSeries(
  series: EventSeries,
  input: SeriesChanges,
  schoolZone: string,
  times: SeriesTimes = seriesTimesFrom(input, timesOf(series), schoolZone),
): EventSeries {
  const arrivalMinutesBefore = seriesArrivalFrom(input, times, series.arrivalMinutesBefore);
  return { ...series, ...detailsFrom(input, series), ...columnsOf(times), arrivalMinutesBefore };
}
