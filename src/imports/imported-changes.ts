import type { EntityManager } from 'typeorm';
import type { CurrentImportRun } from '../platform/import-history/current-import-run.js';
import {
  findRowsToTell,
  findSchoolsToTell,
  type ImportedRow,
} from '../platform/import-history/imported-rows.js';
import { record } from '../platform/journal/recorded-changes.js';
import { MAX_SINGLE_CHANGES, recordRosterChanges } from '../platform/journal/roster-changes.js';
import { ITEM_KEYS, ITEM_TABLES, itemsOf } from './imported-items.js';

/** Rows that are looked at: a student alone may have a row, those of their guardians, and one for each class. */
const MAX_ROWS = 10 * MAX_SINGLE_CHANGES;
/** Organizations that are named however many people have changed with them. */
const MAX_ORGANIZATIONS = 5_000;

/**
 * Says in the journal which people and organizations the transaction of an import has changed, and nothing where it has changed
 * none.
 */
export async function recordImported(manager: EntityManager, run: CurrentImportRun): Promise<void> {
  const schools = await findSchoolsToTell(manager, run);
  for (const { id } of schools) await recordSchool(manager, run, id);
  const numbers = schools.map(({ lastNumber }) => BigInt(lastNumber));
  for (const number of numbers) if (number > BigInt(run.reportedUpTo)) run.reportedUpTo = String(number);
}

async function recordSchool(manager: EntityManager, run: CurrentImportRun, schoolId: string): Promise<void> {
  const find = (tables: string[], limit: number): Promise<ImportedRow[]> =>
    findRowsToTell(manager, run, schoolId, { tables, keys: ITEM_KEYS, limit });
  const rows = await find(ITEM_TABLES, MAX_ROWS + 1);
  const changes = itemsOf(rows);
  const recording = { manager, schoolId };
  if (rows.length <= MAX_ROWS && changes.length <= MAX_SINGLE_CHANGES)
    return recordRosterChanges(recording, changes);
  const organizations = await find(['organizations'], MAX_ORGANIZATIONS);
  for (const change of itemsOf(organizations)) record(recording, change);
  record(recording, { kind: 'roster.changed', id: schoolId });
}
