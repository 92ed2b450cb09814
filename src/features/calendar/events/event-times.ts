import type { CalendarEvent } from './calendar-event.entity.js';
import type { EventTimesFields } from './event-input.dto.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import { timedEvent, type EventTimes } from '../recurrence/series-times.js';
import { dateAt, startOfDay } from '../../../platform/clock/wall-clock.js';

type TimesInput = Pick<
  EventTimesFields,
  'all_day' | 'starts_at' | 'ends_at' | 'start_date' | 'end_date' | 'arrival_at'
>;

const TIMES = ['all_day', 'starts_at', 'ends_at', 'start_date', 'end_date'] as const;

export const givesTimes = (input: TimesInput): boolean =>
  TIMES.some((name) => input[name] !== undefined && input[name] !== null);

/** When the event takes place, and nothing else of it. */
export const whenOf = ({ allDay, startsAt, endsAt, startDate, endDate }: EventTimes): EventTimes => ({
  allDay,
  startsAt,
  endsAt,
  startDate,
  endDate,
});

const DAY_MS = 86_400_000;

/** Elapsed minutes; days when all day. */
export const durationOf = ({ startsAt, endsAt, startDate, endDate }: EventTimes): number =>
  startsAt && endsAt
    ? Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
    : Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1;

/** Whether an event has not begun: all day it begins with its first day at the school. */
export const isAhead = (
  { startsAt, startDate }: Pick<EventTimes, 'startsAt' | 'startDate'>,
  { now, schoolZone }: { now: Date; schoolZone: string },
): boolean => (startsAt ? startsAt > now : startDate > dateAt(now, schoolZone));

/** The instant at which an event begins. */
export const beginOf = (
  { startsAt, startDate }: Pick<EventTimes, 'startsAt' | 'startDate'>,
  schoolZone: string,
): Date => startsAt ?? startOfDay(startDate, schoolZone);

/**
 * The times after a change: given values replace present ones. The dates of a timed event follow from its instants, and are
 * not read.
 * @throws ValidationFailedError naming the missing member, or for an end before its start
 */
export function eventTimesFrom(
  input: TimesInput,
  present: EventTimes | null,
  schoolZone: string,
): EventTimes {
  if (isAllDay(input, present)) return allDayFrom(input, present);
  const startsAt = input.starts_at ? new Date(input.starts_at) : present?.startsAt;
  const endsAt = input.ends_at ? new Date(input.ends_at) : present?.endsAt;
  if (!startsAt) throw invalidField('starts_at', 'starts_at is required');
  if (!endsAt) throw invalidField('ends_at', 'ends_at is required');
  if (endsAt < startsAt) throw invalidField('ends_at', 'ends_at must not be before starts_at');
  return timedEvent(startsAt, endsAt, schoolZone);
}

/** True for an all-day event. Dates without times mean all day. */
function isAllDay({ all_day, ...given }: TimesInput, present: EventTimes | null): boolean {
  if (typeof all_day === 'boolean') return all_day;
  if (given.starts_at || given.ends_at) return false;
  return given.start_date || given.end_date ? true : (present?.allDay ?? false);
}

function allDayFrom(input: TimesInput, present: EventTimes | null): EventTimes {
  const startDate = input.start_date ?? present?.startDate;
  const endDate = input.end_date ?? present?.endDate;
  if (!startDate) throw invalidField('start_date', 'start_date is required');
  if (!endDate) throw invalidField('end_date', 'end_date is required');
  if (endDate < startDate) throw invalidField('end_date', 'end_date must not be before start_date');
  return { allDay: true, startsAt: null, endsAt: null, startDate, endDate };
}

/**
 * Minutes before the start at which people come together: as given, else as long before as they do now. Null: not said.
 * @throws ValidationFailedError for an arrival after the start, or of an all-day event
 */
export function arrivalMinutesBeforeFrom(
  { arrival_at }: TimesInput,
  { startsAt }: EventTimes,
  present: number | null,
): number | null {
  if (arrival_at === undefined) return startsAt ? present : null;
  if (arrival_at === null) return null;
  if (!startsAt) throw invalidField('arrival_at', 'arrival_at needs a timed event');
  return minutesFromArrivalToStart(new Date(arrival_at), startsAt);
}

/** @throws ValidationFailedError */
export function minutesFromArrivalToStart(arrival: Date, start: Date): number {
  const minutes = (start.getTime() - arrival.getTime()) / 60_000;
  if (minutes < 0) throw invalidField('arrival_at', 'arrival_at must not be after the start');
  return Math.round(minutes);
}

export const arrivalInstant = (startsAt: Date | null, minutesBefore: number | null): Date | null =>
  startsAt && minutesBefore !== null ? new Date(startsAt.getTime() - minutesBefore * 60_000) : null;

/** Minutes from the arrival to the start of an event; null without an arrival. */
export const arrivalMinutesBeforeOf = ({ startsAt, arrivalAt: arrival }: Arrival): number | null =>
  startsAt && arrival ? Math.round((startsAt.getTime() - arrival.getTime()) / 60_000) : null;

type Arrival = Pick<CalendarEvent, 'startsAt' | 'arrivalAt'>;
