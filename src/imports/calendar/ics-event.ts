import type { IcsTime } from './ics-times.js';

/** A part of an event that was not understood, where the event is imported all the same; the message is for people. */
export interface EventNote {
  code: string;
  value: string;
  message: string;
  /** Unless given, that on which the event begins. */
  line?: number;
}

/** A VEVENT; alarms, attendees and organizers are left behind (contract section 7, rule 11). */
export interface IcsEvent {
  line: number;
  uid: string;
  recurrenceId: IcsTime | null;
  /** It is meant for the occurrences behind it as well (RFC 5545 section 3.2.13). */
  isForFuture: boolean;
  /** The highest counts, then the latest. */
  sequence: number;
  lastModified: string;
  /** Null where the file does not say it. */
  modified: string | null;
  status: 'confirmed' | 'tentative' | 'cancelled';
  details: { title: string; description: string | null; location: string | null; tags: string[] };
  allDay: boolean;
  start: IcsTime;
  /** Minutes; days when all day. */
  duration: number;
  rules: string[];
  rdates: IcsTime[];
  exdates: IcsTime[];
  hasExceptionRule: boolean;
  notes: EventNote[];
  said: SaidOfEvent;
}

/** Facts about an event in the file that are not stored with it. */
export interface SaidOfEvent {
  /** A number for each VCALENDAR of the file. */
  calendar: number;
  hasTitle: boolean;
  hasStart: boolean;
  /** It is of a message that calls off, and is about nothing else. */
  isCancellation: boolean;
}

/** `"Book fair" of 2026-12-07`: for whoever runs the school's calendar, and finds the event by its title and day. */
export const nameOf = (title: string, { wall }: IcsTime): string =>
  wall === NO_DAY ? `"${title}"` : `"${title}" of ${wall.slice(0, 10)}`;

/** Day of a cancellation that does not say when the event was to be. */
export const NO_DAY = '1900-01-01';

export const IMPORT_AGAIN = 'in the calendar that the file is from, and import it again.';
