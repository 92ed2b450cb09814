import type { IssueLog, Place } from '../issue-log.js';
import type { RosterData } from './roster-data.js';
import type { RosterSet, SetFile } from './set-files.js';

export interface ReadingContext {
  set: RosterSet;
  data: RosterData;
  log: IssueLog;
}

export const at = (file: SetFile, line: number): Place => ({ file: `${file}.csv`, line });

/** The first row of an id wins: a later one would depend on the order of an export that says it has none. */
export function identified(id: string, known: Map<string, unknown>, place: Place, log: IssueLog): boolean {
  if (id === '') log.error(place, 'missing_sourced_id', '', 'The row has no sourcedId; it was skipped.');
  else if (known.has(id)) {
    log.error(place, 'duplicate_sourced_id', id, 'An earlier row has this sourcedId; this one was skipped.');
  } else return true;
  return false;
}
