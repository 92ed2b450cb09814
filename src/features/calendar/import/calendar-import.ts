import type { Imported, ImportTarget } from '../../publishing/item.importer.js';
import type { Writing } from '../events/calendar-writes.repository.js';
import type { EventInput } from '../events/event-input.dto.js';
import type { EventStatus } from '../events/event-values.js';
import type { OriginalStart, SeriesTimes } from '../recurrence/series-times.js';
import type { SeriesInput } from '../series/event-series.dto.js';
import type { SeparateVersion } from './source-digest.js';

export type CalendarImportTarget = Writing &
  ImportTarget & {
    /** The calendar that is imported, as the operator calls it; items keep theirs where it is left out. */
    calendar?: string | undefined;
  };

/** Where all of a calendar goes. */
export interface Destination {
  organization_id?: string;
  category_id?: string;
}

export interface ImportedEvent extends Imported<EventInput> {
  /** Where the source says it; it stays as it is otherwise. */
  status?: Exclude<EventStatus, 'cancelled'>;
}

export interface ImportedSeries extends Imported<SeriesInput> {
  /** Already computed, where the source repeats in more ways than the API takes; the input's are not read then. */
  times?: SeriesTimes;
  /** Occurrences that differ. */
  changes?: ImportedChange[];
}

export interface ImportedChange {
  originalStart: OriginalStart;
  /** Stays with the occurrence until somebody changes it here: the source takes back only what is still its own. */
  digest: string;
  /** Input for the whole occurrence. */
  input: EventInput;
}

/** An occurrence that the source tells without its series. */
export interface ImportedOccurrence extends SeparateVersion {
  /** Key of the series on record in the source. */
  seriesSourceId: string;
  originalStart: OriginalStart;
  /** Input for the whole occurrence; null where it is cancelled. */
  input: EventInput | null;
}

/** An item of an earlier import, as it is on record. */
export interface RecordedItem {
  sourceId: string;
  title: string;
  /** At the school, `YYYY-MM-DD`; of a series on its own wall. */
  date: string;
  /** `YYYYMMDD` when all day, else `YYYYMMDDTHHMMSSZ`; of a series the first occurrence. */
  start: OriginalStart;
  /** Under which title and when the source has it: null where that is not on record. */
  subject: string | null;
  sourceDigest: string | null;
  /** It takes place. */
  isActive: boolean;
  /** Minutes; days when all day. */
  duration: number;
  /** Times of a series; null for a single event. */
  times: SeriesTimes | null;
  /** Input of a single event, as a request would have it; null for a series. */
  input: EventInput | null;
}
