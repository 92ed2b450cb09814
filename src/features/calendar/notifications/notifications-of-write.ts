import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { Writing } from '../events/calendar-writes.repository.js';
import { isAhead } from '../events/event-times.js';
import { occurrenceId } from '../events/event-details.js';
import type { OccurrencePlan } from '../series/occurrence-plan.js';
import { dateAt } from '../../../platform/clock/wall-clock.js';

/** Events that begin later than this notify nobody. */
const SOON_MS = 14 * 24 * 60 * 60_000;

export type EventNotificationKind = 'event_changed' | 'event_cancelled';

/** A change of an event or occurrence that begins soon. */
export interface EventNotification {
  kind: EventNotificationKind;
  /** The event after the change; before it where it was removed. */
  event: CalendarEvent;
  /** Public id of the event. */
  id: string;
  /** The event before the change. */
  was: CalendarEvent;
  /** Whether the write has also changed other occurrences of the series that have not begun. */
  hasMore: boolean;
}

/** The public id of an event, and its former one before a split, a change of the clock, or as part of a series. */
export interface Renamed {
  id: string;
  formerId: string;
}

/** Rows of the calendar that a write has saved and removed. */
export type Written = Pick<OccurrencePlan, 'save' | 'remove'>;

type Times = Pick<Writing, 'now' | 'schoolZone'>;

export const publicIdOf = ({ id, seriesId, originalStart }: CalendarEvent): string =>
  seriesId && originalStart ? occurrenceId(seriesId, originalStart) : id;

/** @param before rows as they were */
export function renamedBy(before: CalendarEvent[], { save }: Written): Renamed[] {
  const ids = new Map(save.map((event) => [event.id, publicIdOf(event)]));
  return before.flatMap((was) => {
    const formerId = publicIdOf(was);
    const id = ids.get(was.id) ?? formerId;
    return id === formerId ? [] : [{ id, formerId }];
  });
}

/**
 * Notifications for those whom the events are addressed to, the next event first.
 * @param before rows as they were; events that the write has made notify nobody
 */
export function notificationsOf(
  before: CalendarEvent[],
  { save, remove }: Written,
  times: Times,
): EventNotification[] {
  const isSoon = soonFrom(times);
  const after = new Map(save.map((event) => [event.id, event]));
  const gone = new Set(remove);
  const changed = before.flatMap((was) => {
    const is = gone.has(was.id) ? null : (after.get(was.id) ?? was);
    const kind = kindOf(was, is);
    const concerned = kind === 'event_changed' && is ? [was, is] : [was];
    const event = is ?? was;
    return kind ? [{ kind, event, was, id: publicIdOf(event), concerned }] : [];
  });
  const ahead = changed.filter(({ concerned }) => concerned.some((one) => isAhead(one, times))).length;
  return changed
    .filter(({ concerned }) => concerned.some(isSoon))
    .map(({ concerned: _concerned, ...one }) => ({ ...one, hasMore: one.was.seriesId !== null && ahead > 1 }))
    .sort((a, b) => startOf(a.event).localeCompare(startOf(b.event)));
}

/** Events that ask who comes and have another day than before, or do not take place. */
export function changesForComing(
  before: CalendarEvent[],
  { save }: Written,
  times: Times,
): EventNotification[] {
  const after = new Map(save.map((event) => [event.id, event]));
  return before.flatMap((was) => {
    const event = after.get(was.id);
    if (!event?.rsvpBy) return [];
    const isOff = event.status === 'cancelled';
    if (isOff ? was.status === 'cancelled' || !isAhead(was, times) : event.startDate === was.startDate)
      return [];
    const kind = isOff ? 'event_cancelled' : 'event_changed';
    return [{ kind, event, was, id: publicIdOf(event), hasMore: false }];
  });
}

/** Rows of events that had begun, and lie ahead again. */
export function putOffBy(before: CalendarEvent[], { save }: Written, times: Times): string[] {
  const begun = new Set(before.filter((was) => !isAhead(was, times)).map(({ id }) => id));
  return save.filter((event) => begun.has(event.id) && isAhead(event, times)).map(({ id }) => id);
}

/** The first notification of each kind of a series. */
export function firstOfEach(news: EventNotification[]): EventNotification[] {
  const firsts = new Map<string, EventNotification>();
  for (const one of news) {
    const key = `${one.kind} ${one.event.seriesId ?? one.event.id}`;
    if (!firsts.has(key)) firsts.set(key, one);
  }
  return [...firsts.values()];
}

/** An occurrence that was called off and takes place again is as good as changed. */
function kindOf(was: CalendarEvent, is: CalendarEvent | null): EventNotificationKind | null {
  const wasOff = was.status === 'cancelled';
  if (!is || is.status === 'cancelled') return wasOff ? null : 'event_cancelled';
  return wasOff || isElsewhere(was, is) ? 'event_changed' : null;
}

/** At another time or in another place; the days of a timed event follow from its instants. */
const isElsewhere = (was: CalendarEvent, is: CalendarEvent): boolean =>
  whenAndWhere(was) !== whenAndWhere(is);

const whenAndWhere = ({ allDay, location, arrivalAt, ...event }: CalendarEvent): string =>
  JSON.stringify([
    allDay,
    location,
    arrivalAt,
    ...(allDay ? [event.startDate, event.endDate] : [event.startsAt, event.endsAt]),
  ]);

/** Whether an event has not begun, and does within 14 days: all day it begins with its first day at the school. */
function soonFrom({ now, schoolZone }: Times): (event: CalendarEvent) => boolean {
  const end = new Date(now.getTime() + SOON_MS);
  const [today, lastDay] = [dateAt(now, schoolZone), dateAt(end, schoolZone)];
  return ({ startsAt, startDate }) =>
    startsAt ? startsAt > now && startsAt < end : startDate > today && startDate <= lastDay;
}

const startOf = ({ startsAt, startDate }: CalendarEvent): string => startsAt?.toISOString() ?? startDate;
