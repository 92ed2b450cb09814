import type { Subject } from './revision.js';

/** One item of the list, as it is sent. */
export interface SnapshotItem {
  /** By which a reader's own part is put into it; not given where there is none. */
  id?: string;
  /** JSON; empty where it is there for some readers only. */
  text: string;
  /** For whom it reads otherwise, by membership id: JSON, too. */
  otherwise?: Map<string, string>;
  /** For whoever holds one of them and nobody else; not given: for everybody. */
  keys?: string[];
  /** Milliseconds since 1970, from which on it is there for nobody. */
  until?: number | null;
}

/** A list of a school that many read alike: `{"students":[…]}`. */
export interface SnapshotKind<Row> {
  /** Unique. */
  name: string;
  /** What it consists of: every table that `rows` reads has to be one of the subject's. */
  subject: Subject;
  /** Name of the list in the answer. */
  list: string;
  /** One statement, and so of one moment; $1 is the school. Flat rows: JSON functions are dear there. */
  rows: string;
  /** From $2 on. */
  parameters?: (string | number | boolean)[];
  write: (rows: Row[]) => SnapshotItem[];
  /** Neighbours in each item that are the reader's own, as an item has them for who has nothing of their own in it. */
  own?: Record<string, unknown>;
  /** What is the reader's own are texts that are private: the list is never compressed (`Compressed`). */
  hasPrivateTexts?: true;
}
