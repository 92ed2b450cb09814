/**
 * Subjects of which the database counts a revision for each school. A trigger on each of their tables raises it with every
 * change, in the transaction of the change.
 */
export const SUBJECTS = ['directory', 'staff', 'menus', 'calendar', 'events'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** A member's own parts of the items of a list, whole, each with the id of its item and once. */
export type PerViewerPatches = readonly (readonly [id: string, part: object])[];

/** The reader's part of a request, prefetched with access. */
export interface RequestContext {
  /** Which state there was, after the request came in: of the subject that is read. */
  revision: number;
  own?: PerViewerPatches;
  /** True where the reader's own parts have a private text this time: this answer is not compressed (`Compressed`). */
  hasPrivateText?: boolean;
  /** Keys that the reader holds now: an item that is not for everybody is included where they hold one of its keys. */
  keys?: string[];
  /** Where items have an end. */
  now?: Date;
}

/**
 * SQL for the revision: a whole number that rises with every change and never comes again; 0 while nothing was changed
 * yet. To be read along with access, so that it is no older than the request.
 * @param school SQL
 */
export const revisionOf = (subject: Subject, school: string): string =>
  `coalesce((select revision from school_revisions where school_id = ${school} and subject = '${subject}'), 0)`;

/** One item of the list, as it is sent. */
export interface SnapshotItem {
  /** Id by which a reader's own part is merged into the item. Undefined where there is none. */
  id?: string;
  /** JSON; empty where it is there for some readers only. */
  text: string;
  /** For whom it reads otherwise, by membership id: JSON, too. */
  viewerOverrides?: Map<string, string>;
  /** For whoever holds one of them and nobody else; not given: for everybody. */
  keys?: string[];
  /** Milliseconds since 1970, from which on it is there for nobody. */
  until?: number | null;
}

/** A list of a school that many read alike: `{"students":[…]}`. */
export interface SnapshotKind<Row> {
  /** Unique. */
  name: string;
  /** The subject that the list is made of: every table that `rows` reads has to be one of the subject's. */
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
  /** True where the readers' own parts are private texts: the list is never compressed (`Compressed`). */
  hasPrivateTexts?: true;
}

/** The part of a kind that is about its readers' own parts. */
export type ReaderParts = Pick<SnapshotKind<never>, 'own' | 'hasPrivateTexts'>;
