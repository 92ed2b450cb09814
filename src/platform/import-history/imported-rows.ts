import type { EntityManager } from 'typeorm';
import { type CurrentImportRun, SCHOOLS } from './current-import-run.js';

/** A row that an import has changed: which of its columns, and ids. What they say is left where it is. */
export interface ImportedRow {
  table: string;
  /** Null for a new row. */
  before: Record<string, string | null> | null;
  /** Null for a row that is gone. */
  after: Record<string, string | null> | null;
  /** Names of the columns that are otherwise. */
  columns: string[];
}

export interface WantedRows {
  tables: string[];
  /** Columns with ids, or with moments. */
  keys: string[];
  /** More rows than this are not read. */
  limit: number;
}

/** A school, and the number of its last change. */
interface SchoolToTell {
  id: string;
  lastNumber: string;
}

/** Schools of a run ($1) with changes behind a number ($2). */
const CHANGED_SCHOOLS = `
  select of_run.school_id as id, last.number as "lastNumber" from (${SCHOOLS}) of_run
  cross join lateral (select c.number from import_changes c
    where c.run_id = $1 and c.school_id = of_run.school_id order by c.number desc limit 1) last
  where last.number > $2`;

const keysOf = (row: string): string =>
  `(select jsonb_object_agg(key, ${row} -> key) from unnest($5::text[]) key where ${row} ? key)`;

const ROWS = `
  select c.table_name as "table", ${keysOf('c.before')} as before, ${keysOf('c.after')} as after,
    array(select name from jsonb_object_keys(coalesce(c.after, c.before)) name
      where c.before -> name is distinct from c.after -> name) as columns
  from import_changes c
  where c.run_id = $1 and c.school_id = $2 and c.number > $3 and c.table_name = any ($4)
  order by c.number limit $6`;

/** Schools that the run has changed and has not told of. */
export async function findSchoolsToTell(
  manager: EntityManager,
  { id, reportedUpTo }: CurrentImportRun,
): Promise<SchoolToTell[]> {
  return await manager.query(CHANGED_SCHOOLS, [id, reportedUpTo]);
}

/** Rows of one of these schools, in the order in which they were changed. */
export async function findRowsToTell(
  manager: EntityManager,
  { id, reportedUpTo }: CurrentImportRun,
  schoolId: string,
  { tables, keys, limit }: WantedRows,
): Promise<ImportedRow[]> {
  return await manager.query(ROWS, [id, schoolId, reportedUpTo, tables, keys, limit]);
}
