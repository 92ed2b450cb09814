import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../../platform/errors/app-error.js';
import { API_BOUNDS, expandSeries } from '../calendar/recurrence/expand-series.js';
import { instantOf } from '../calendar/recurrence/series-times.js';
import { hasDay, startOfDay } from '../../platform/clock/wall-clock.js';
import { seriesTimesFrom } from '../calendar/series/series-times-input.js';

/** ISO 8601 with an offset. */
export interface ItemTimes {
  starts_at: string;
  ends_at: string;
}

/** Slots on the wall of the school's clock, one for each occurrence of a rule (RFC 5545). */
export interface SlotsInput {
  /** `2026-09-07T15:30`. */
  local_start: string;
  duration_minutes: number;
  rrule: string;
}

/**
 * The times of slots, in their order.
 * @throws ValidationFailedError a start with an offset, a rule without an end, or more than 400 of them
 */
export function timesOfSlots(slots: SlotsInput, timeZone: string): ItemTimes[] {
  const times = seriesTimesFrom(slots, null, timeZone);
  return expandSeries(times, API_BOUNDS).map(({ key }) => {
    const startsAt = instantOf(key);
    const endsAt = new Date(startsAt.getTime() + slots.duration_minutes * 60_000);
    return { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
  });
}

/**
 * From midnight to midnight at the school.
 * @param day `YYYY-MM-DD`
 * @throws ValidationFailedError a day that the zone has skipped
 */
export function timesOfDay(day: string, timeZone: string): ItemTimes {
  const date = Temporal.PlainDate.from(day);
  if (!hasDay(date, timeZone)) throw invalidField('items', `${day} is no day at the school`);
  const midnight = (of: Temporal.PlainDate): string => startOfDay(of.toString(), timeZone).toISOString();
  return { starts_at: midnight(date), ends_at: midnight(date.add({ days: 1 })) };
}
