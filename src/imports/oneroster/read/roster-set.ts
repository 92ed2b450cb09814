import { stat } from 'node:fs/promises';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { openFolder } from './folder-set.js';
import { SET_FILES, type RosterSet } from './set-files.js';
import { openZip } from './zip-set.js';

/** @throws OneRosterRefusedError */
export async function openRosterSet(path: string, log: IssueLog): Promise<RosterSet> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new OneRosterRefusedError(
      'unreadable',
      `${path} cannot be read (${error.code ?? 'unknown error'}).`,
    );
  });
  const set = found.isDirectory() ? await openFolder(path, log) : await openZip(path, log);
  if (SET_FILES.some((file) => set.has(file))) return set;
  set.close();
  throw new OneRosterRefusedError('not_oneroster', `${path} has none of the files of a OneRoster export.`);
}
