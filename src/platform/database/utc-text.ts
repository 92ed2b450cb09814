/** A column of type timestamptz as the API writes it: UTC, `YYYY-MM-DDTHH:mm:ss.sssZ` (contract section 0, rule 3). */
export const utcText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The items in their order, `size` at a time: they may be more than there is room for. */
export function* chunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Held by whoever changes tables. Any number that nothing else in this database locks on; so are the others. */
export const MIGRATION_LOCK = 7_205_759_403;

/** Held by a backup, and shared by whoever removes objects: what a backup has seen named stays until it is done. */
export const OBJECTS_STAY_LOCK = 7_205_759_404;

/** Shared by every import of a school, and held by whoever wants none to run anywhere. */
export const FEEDS_LOCK = 7_205_759_405;
