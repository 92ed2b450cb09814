import type { JournalPoint } from '../../platform/journal/journal-reading.service.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import type { ItemType } from './changes.dto.js';

/** Where an item stands in the order in which changes are told. */
export interface DeliveredPosition {
  sequence: number;
  type: ItemType;
  id: string;
}

/** A part of the journal and of time that is told in more than one answer. */
export interface OpenPart {
  until: JournalPoint;
  /** The last of what has been told. */
  told: DeliveredPosition;
  /** Milliseconds since 1970: windows of time are looked at up to here. */
  moment: number;
  /** True where rows follow that come first: windows of time are not looked at yet. */
  isCut: boolean;
}

/** What a caller has been told, and what they were then. */
export interface ChangeCursor {
  /** Rows of the journal up to here have been told. */
  position: JournalPoint;
  /** Milliseconds since 1970: windows of time that passed before have been told. */
  moment: number;
  /** Milliseconds since 1970: when the last row that has been told was written, where it is later than `moment`. */
  rowsUntil: number;
  /** A digest of what the caller was in the school: see `CallerAccessRepository`. */
  caller: string;
  /** Features that were turned off. */
  off: SchoolFeature[];
  /** Null where everything up to `position` and `moment` has been told. */
  open: OpenPart | null;
}
