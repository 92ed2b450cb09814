export type { Destination } from '../../features/calendar/import/calendar-import.js';
import type {
  ImportedEvent,
  ImportedOccurrence,
  ImportedSeries,
} from '../../features/calendar/import/calendar-import.js';
import type { EventNote } from './ics-event.js';
import type { BrokenComponentError } from './ics-times.js';

/** A calendar file as the school's calendar would take it. */
export interface ForeignCalendar {
  events: ImportedEvent[];
  series: ImportedSeries[];
  /** Occurrences of series that are on record. */
  occurrences: (ImportedOccurrence & { line: number; name: string })[];
  /** Source ids of what is called off. */
  cancelled: string[];
  /** Source ids of what stands for itself no longer: it is an occurrence of a series. */
  joined: string[];
  /** By source id. */
  lines: Map<string, number>;
  notes: ({ line: number } & EventNote)[];
  broken: { uid: string; line: number; error: BrokenComponentError }[];
}
