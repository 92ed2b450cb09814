import type { EntityManager } from 'typeorm';
import { endTelling, findRowsToTell, findSchoolsToTell } from '../platform/import-history/imported-rows.js';
import { record } from '../platform/journal/recorded-changes.js';
import { MAX_TOLD_SINGLY, recordRosterChanges } from '../platform/journal/roster-changes.js';
import { ITEM_KEYS, ITEM_TABLES, itemsOf } from './imported-items.js';

/** Rows that are looked at: a student alone may have a row, those of their guardians, and one for each class. */
const MAX_ROWS = 10 * MAX_TOLD_SINGLY;
/** Organizations that are named however many people have changed with them. */
const MAX_ORGANIZATIONS = 5_000;

/**
 * Says in the journal which people and organizations the transaction of an import has changed, and nothing where it has changed
 * none. As the last of the transaction.
 */
export async function recordImported(manager: EntityManager): Promise<void> {
  const schools = await findSchoolsToTell(manager);
  for (const { id } of schools) await recordSchool(manager, id);
  endTelling(schools);
}

async function recordSchool(manager: EntityManager, schoolId: string): Promise<void> {
  const rows = await findRowsToTell(manager, schoolId, {
    ...{ tables: ITEM_TABLES, keys: ITEM_KEYS, limit: MAX_ROWS + 1 },
  });
  const changes = itemsOf(rows);
  const recording = { manager, schoolId };
  if (rows.length <= MAX_ROWS && changes.length <= MAX_TOLD_SINGLY)
    return recordRosterChanges(recording, changes);
  const organizations = await findRowsToTell(manager, schoolId, {
    ...{ tables: ['organizations'], keys: ITEM_KEYS, limit: MAX_ORGANIZATIONS },
  });
  for (const change of itemsOf(organizations)) record(recording, change);
  record(recording, { kind: 'roster.changed', id: schoolId });
}
