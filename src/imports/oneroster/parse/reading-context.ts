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
