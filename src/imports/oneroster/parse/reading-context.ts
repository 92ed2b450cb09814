import type { IssueLog, SourceLocation } from '../issue-log.js';
import type { RosterData } from './roster-data.js';
import type { RosterSource, SetFile } from './file-names.js';

export interface ReadingContext {
  set: RosterSource;
  data: RosterData;
  log: IssueLog;
}

export const at = (file: SetFile, line: number): SourceLocation => ({ file: `${file}.csv`, line });

/** In characters. An id is a key of the database, where one as long as a page could not be stored at all. */
const MAX_ID = 200;

/**
 * The first row of an id wins: a later one would depend on the order of an export that says it has none.
 * @param unread where an id goes that is too long
 */
export function identified(
  id: string,
  known: Map<string, unknown>,
  place: SourceLocation,
  log: IssueLog,
  unread?: Set<string>,
): boolean {
  if (id.length > MAX_ID) {
    const message = `The sourcedId has more than ${MAX_ID} characters; the row was skipped.`;
    log.error(place, 'sourced_id_too_long', id, message);
    unread?.add(id);
  } else if (id === '')
    log.error(place, 'missing_sourced_id', 'sourcedId', 'The row has no sourcedId; it was skipped.');
  else if (known.has(id)) {
    log.error(place, 'duplicate_sourced_id', id, 'An earlier row has this sourcedId; this one was skipped.');
  } else return true;
  return false;
}

/** From this length on V8 keeps a piece of a text as a view of the whole, which here is a block of a file. */
const SHORTEST_VIEW = 13;

/** A copy of the text that retains nothing of the file that it was cut from. */
export const interned = (text: string): string =>
  text.length < SHORTEST_VIEW ? text : Buffer.from(text).toString();

/** Lists that many rows have: each is made once. */
export class InternedLists {
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly parse: (cell: string) => string[]) {}

  of(cell: string): readonly string[] {
    let list = this.known.get(cell);
    if (!list) {
      list = this.parse(cell).map(interned);
      this.known.set(interned(cell), list);
    }
    return list;
  }
}
