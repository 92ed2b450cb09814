import { channel } from 'node:diagnostics_channel';

/** A read of a list, and never of which school. */
export interface SnapshotRead {
  /** Name of the kind. */
  kind: string;
  /** It was there; it was being read for somebody else already; it had to be read. */
  result: 'kept' | 'waited' | 'read';
}

/** Where whoever looks on hears of each read when it begins. */
export const snapshotReads = channel('school-directory:snapshot-read');
