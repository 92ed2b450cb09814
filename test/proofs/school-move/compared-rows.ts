import type { DataSource } from 'typeorm';
import { digestsOf, differences, type RowDigest } from '../../../src/cli/move/row-digests.js';
import { productTables } from '../../../src/cli/backup/snapshot.repository.js';
import { tablesOfSchool } from '../../../src/cli/backup/tables-of-school.js';

/** The move itself is written there. */
const GROWING = [
  'audit_entries',
  'audit_heads',
  'changes',
  'journal_heads',
  'journal_positions',
  'mails',
  'webhooks',
];

/** Every row of the school but for the ids of people, which are those of each place. */
async function digestsIn(dataSource: DataSource, schoolId: string): Promise<RowDigest[]> {
  const runner = dataSource.createQueryRunner();
  const tables = await productTables(runner).finally(() => runner.release());
  const compared = tablesOfSchool(tables, schoolId, true)
    .filter(({ name, columns }) => columns.includes('school_id') && !GROWING.includes(name))
    .map((table) => {
      const { people } = tables.find(({ name }) => name === table.name)!;
      return { ...table, columns: table.columns.filter((column) => !people.includes(column)) };
    });
  return dataSource.query<RowDigest[]>(digestsOf(compared));
}

/** How many tables were compared, how many rows they have, and which differ. */
export async function compareRows(
  there: DataSource,
  here: DataSource,
  schoolId: string,
): Promise<{ tables: number; rows: number; apart: string[] }> {
  const [these, those] = [await digestsIn(there, schoolId), await digestsIn(here, schoolId)];
  return {
    tables: these.length,
    rows: these.reduce((sum, { rows }) => sum + rows, 0),
    apart: differences(these, those),
  };
}
