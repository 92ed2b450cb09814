import type { DataSource, QueryRunner } from 'typeorm';

/** SQL for the names of the tables of more than $1 bytes that PostgreSQL has no statistics of. */
export const WITHOUT_STATISTICS = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > $1
    and not exists (select from pg_stats s where s.schemaname = current_schema() and s.tablename = c.relname)
  order by c.relname`;

/**
 * After the first rows of many have come: until autovacuum looks, a minute later, PostgreSQL plans as if a school had one
 * row in each table, and reads all of the school again for each of its rows. Where it fails nothing is lost.
 */
export async function analyzeNewTables(database: DataSource | QueryRunner): Promise<void> {
  try {
    const tables = (await database.query(WITHOUT_STATISTICS, [0])) as { name: string }[];
    if (tables.length > 0)
      await database.query(`analyze (skip_locked) ${tables.map(({ name }) => name).join(', ')}`);
  } catch {
    // Autovacuum will do it.
  }
}
