/**
 * What the database keeps a revision of, for each school. A trigger on each of its tables raises it with every change,
 * in the transaction of the change.
 */
export const SUBJECTS = ['directory', 'staff', 'menus', 'calendar', 'events'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** A member's own parts of the items of a list, whole, each with the id of its item and once. */
export type OwnParts = readonly (readonly [id: string, part: object])[];

/** What a reader comes with, read along with access. */
export interface SeenAlong {
  /** Which state there was, after the request came in: of the subject that is read. */
  revision: number;
  own?: OwnParts;
  /** That the reader holds now: of items that are not for everybody, those with one of them are shown. */
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
