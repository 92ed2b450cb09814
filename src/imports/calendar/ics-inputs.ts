import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { ImportedEvent } from '../../features/calendar/import/calendar-import.js';
import { originalStartAt, type SeriesTimes } from '../../features/calendar/recurrence/series-times.js';
import { digestWithSubject } from '../../features/calendar/import/source-digest.js';
import type { Destination } from './foreign-calendar.js';
import type { IcsEvent } from './ics-event.js';
import { momentOf, onWallOf, type IcsTime } from './ics-times.js';
import { keyOf, titleKey } from './ics-versions.js';

export const isRepeated = ({ rules, rdates }: IcsEvent): boolean => rules.length > 0 || rdates.length > 0;
export const isCancelled = ({ status }: IcsEvent): boolean => status === 'cancelled';

/** The source id of what stands for itself. */
export const idOf = ({ uid, recurrenceId }: IcsEvent): string =>
  recurrenceId ? `${uid}/${keyOf(recurrenceId)}` : uid;

/** A date may stand for the timed occurrence of that day; empty where there can be none. */
export function originalOf(recurrenceId: IcsTime, times: SeriesTimes): string {
  const wall = onWallOf(times.timeZone, recurrenceId);
  const full = times.allDay || wall.length > 10 ? wall : wall + times.localStart.slice(10);
  return originalStartAt(full, times) ?? '';
}

/** Input of an event, as a request would have it. */
export function inputOf(
  { details, allDay, start, duration }: IcsEvent,
  to: Destination,
): ImportedEvent['input'] {
  if (allDay) {
    const end = Temporal.PlainDate.from(start.wall).add({ days: duration - 1 });
    return { ...details, ...to, all_day: true, start_date: start.wall, end_date: end.toString() };
  }
  const starts = momentOf(start);
  const ends = new Date(starts.getTime() + duration * 60_000);
  return { ...details, ...to, all_day: false, starts_at: starts.toISOString(), ends_at: ends.toISOString() };
}

/** The line on which it stands, what is told of it, what is beside it, and a range that is not kept. */
const SAYS_NOTHING = new Set(['line', 'isForFuture', 'notes', 'modified', 'said']);

/** Hash of the event's contents, without the line on which it was found. */
export const hashOf = (said: object): string =>
  hash(
    'sha256',
    JSON.stringify(said, (key, value: unknown) => (SAYS_NOTHING.has(key) ? undefined : value)),
    'base64url',
  );

/** @param said of the event */
export const digestOf = (said: object, { details, start }: IcsEvent): string =>
  digestWithSubject(hashOf(said), `${titleKey(details.title)}.${keyOf(start)}`);
