import type { RecordedItem } from '../../features/calendar/import/calendar-import.js';
import type { Destination, ForeignCalendar } from './foreign-calendar.js';
import type { IcsEvent } from './ics-event.js';
import { UidTaker } from './uid-taker.js';

/**
 * @param recorded what is on record of the UIDs of the events
 * @param today YYYY-MM-DD
 */
export function foreignCalendar(
  events: IcsEvent[],
  recorded: RecordedItem[],
  to: Destination,
  today: string,
): ForeignCalendar {
  const calendar: ForeignCalendar = {
    ...{ events: [], series: [], occurrences: [], cancelled: [], joined: [] },
    ...{ lines: new Map(), notes: [], broken: [] },
  };
  const itemsOf = byUid(recorded);
  for (const [uid, some] of Map.groupBy(events, (event) => event.uid))
    new UidTaker(calendar, to, today, { uid, items: itemsOf(uid) }).take(some);
  calendar.notes.sort((a, b) => a.line - b.line);
  return calendar;
}

/** Suffix of a source id after the UID. */
export const MADE_OF_UID = /(?:\/\/[\w-]{12})?(?:\/\d{8}(?:T\d{6}Z)?)?$/;

function byUid(recorded: RecordedItem[]): (uid: string) => RecordedItem[] {
  const whole = Map.groupBy(recorded, ({ sourceId }) => sourceId);
  const made = Map.groupBy(recorded, ({ sourceId }) => sourceId.replace(MADE_OF_UID, ''));
  return (uid) => [...new Set([...(whole.get(uid) ?? []), ...(made.get(uid) ?? [])])];
}
