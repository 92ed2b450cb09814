import type { ValidationFailedError } from '../../errors/app-error.js';
import type { FeedCounts } from '../../imports/import-report.js';
import type { Writing } from './calendar-writes.repository.js';
import type { EventInput } from './event-input.dto.js';
import type { EventStatus } from './event-words.js';
import type { OriginalStart, SeriesTimes } from './recurrence/series-times.js';
import type { SeriesInput } from './series-input.dto.js';

/** Where a feed writes, and under which name its entries are known. */
export interface CalendarFeed extends Writing {
  schoolId: string;
  source: string;
}

/** One entry of a feed; its ids are those of the school. What an input leaves out stays as it is. */
export interface Fed<Input> {
  /** Its key in the source. */
  sourceId: string;
  /** Tells whether the source says something else than before; what was edited here since stays otherwise. */
  digest: string;
  input: Input;
}

export interface FedEvent extends Fed<EventInput> {
  /** Where the source says it; it stays as it is otherwise. */
  status?: Exclude<EventStatus, 'cancelled'>;
}

export interface FedSeries extends Fed<SeriesInput> {
  /** Already computed, where the source repeats in more ways than the API takes; the input's are not read then. */
  times?: SeriesTimes;
  /** Occurrences that differ. */
  changes?: FedChange[];
}

export interface FedChange {
  originalStart: OriginalStart;
  /** Of the whole occurrence. */
  input: EventInput;
}

export interface CalendarFeedResult {
  counts: FeedCounts;
  /** Entries that could not be taken, by source id; of them nothing was written. */
  refused: Map<string, ValidationFailedError>;
}
