import type { Imported, ImportTarget } from '../publishing/item.importer.js';
import type { Writing } from './calendar-writes.repository.js';
import type { EventInput } from './event-input.dto.js';
import type { EventStatus } from './event-values.js';
import type { OriginalStart, SeriesTimes } from './recurrence/series-times.js';
import type { SeriesInput } from './event-series.dto.js';

export type CalendarImportTarget = Writing & ImportTarget;

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
  /** Of the whole occurrence. */
  input: EventInput;
}
