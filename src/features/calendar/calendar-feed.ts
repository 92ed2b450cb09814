import type { ValidationFailedError } from '../../errors/app-error.js';
import type { FeedCounts } from '../../imports/import-report.js';
import type { Writing } from './calendar-writes.repository.js';
import type { EventInput } from './event-input.dto.js';
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

export type FedEvent = Fed<EventInput>;
export type FedSeries = Fed<SeriesInput>;

export interface CalendarFeedResult {
  counts: FeedCounts;
  /** Entries that could not be taken, by source id; of them nothing was written. */
  refused: Map<string, ValidationFailedError>;
}
