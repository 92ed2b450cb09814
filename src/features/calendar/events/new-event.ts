import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from './calendar-event.entity.js';
import type { Writing } from './calendar-writes.repository.js';
import { detailsFrom } from './event-details.js';
import type { EventChanges, EventInput } from './event-input.dto.js';
import {
  arrivalInstant,
  arrivalMinutesBeforeFrom,
  arrivalMinutesBeforeOf,
  beginOf,
  eventTimesFrom,
} from './event-times.js';

/** The school of an event or series, and the source that it came from: the API, or an import with its keys. */
export type EventOrigin = Pick<CalendarEvent, 'schoolId' | 'source'> &
  Partial<Pick<CalendarEvent, 'sourceId' | 'sourceDigest' | 'calendar' | 'sourceUpdatedAt'>>;

/** @throws ValidationFailedError */
export function newEvent(
  { now, schoolZone }: Writing,
  input: EventInput,
  origin: EventOrigin,
): CalendarEvent {
  const times = eventTimesFrom(input, null, schoolZone);
  return {
    ...detailsFrom(input, null, () => beginOf(times, schoolZone)),
    ...times,
    id: randomUUID(),
    seriesId: null,
    originalStart: null,
    timeZone: schoolZone,
    status: 'confirmed',
    cancelledAt: null,
    arrivalAt: arrivalInstant(times.startsAt, arrivalMinutesBeforeFrom(input, times, null)),
    rsvpRemindedAt: null,
    overrides: [],
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
export function changedEvent(event: CalendarEvent, input: EventChanges, schoolZone: string): CalendarEvent {
  const times = eventTimesFrom(input, event, schoolZone);
  const arrival = arrivalInstant(
    times.startsAt,
    arrivalMinutesBeforeFrom(input, times, arrivalMinutesBeforeOf(event)),
  );
  const details = detailsFrom(input, event, () => beginOf(times, schoolZone));
  return { ...event, ...details, ...times, arrivalAt: arrival };
}
