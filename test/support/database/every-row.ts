import type { DataSource } from 'typeorm';
import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { JOURNAL_TABLES } from '../../../src/platform/journal/journal-tables.js';

/** Every row of every table, as text, to tell what a call has really changed; not that there was a change. */
export class EveryRow {
  private constructor(private readonly rows: Map<string, Set<string>>) {}

  static async of(dataSource: DataSource): Promise<EveryRow> {
    const tables = await dataSource.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
         and relname <> 'school_revisions' order by 1`,
    );
    const rows = new Map(tables.map(({ name }) => [name, new Set<string>()]));
    const found = await dataSource.query<{ name: string; row: string }[]>(
      tables
        .map(({ name }) => `select '${name}' as name, to_jsonb(t)::text as row from ${name} t`)
        .join(' union all '),
    );
    for (const { name, row } of found) rows.get(name)!.add(row);
    return new EveryRow(rows);
  }

  /** The rows that another look has and this one has not, by table; but for the audit trail, which tells of both. */
  lackedBy(other: EveryRow): Record<string, Record<string, unknown>[]> {
    const told = [...other.rows].filter(([table]) => ![...AUDIT_TABLES, ...JOURNAL_TABLES].includes(table));
    const lacking = told.map(([table, rows]) => {
      const missing = [...rows].filter((row) => !this.rows.get(table)!.has(row));
      return [table, missing.map((row) => JSON.parse(row) as Record<string, unknown>)] as const;
    });
    return Object.fromEntries(lacking.filter(([, rows]) => rows.length > 0));
  }

  /** Where any of these words stands, upper or lower case: `table.column`. */
  holding(...words: string[]): string[] {
    const found = new Set<string>();
    for (const [table, rows] of this.rows)
      for (const row of rows)
        for (const [column, value] of Object.entries(JSON.parse(row) as Record<string, unknown>)) {
          const text = JSON.stringify(value).toLowerCase();
          if (words.some((word) => text.includes(word.toLowerCase()))) found.add(`${table}.${column}`);
        }
    return [...found].sort();
  }
}
