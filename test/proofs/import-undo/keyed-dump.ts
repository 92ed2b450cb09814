import type { DataSource } from 'typeorm';
import { UNTRACKED } from '../../support/statements/untracked-tables.js';

export interface DumpedRow {
  table: string;
  text: string;
  row: Record<string, unknown>;
}

/** Tables that tell of what happened, and the one to which an undo adds. */
const LEFT_OUT = [...Object.keys(UNTRACKED), 'visibility_changes'];

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attname) as key from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and c.relname <> all ($1::text[]) group by 1 order by 1`;

/** Every row of a school's tables by its key, read without anything of the product. */
export class KeyedDump {
  private constructor(readonly rows: Map<string, DumpedRow>) {}

  static async of(dataSource: DataSource): Promise<KeyedDump> {
    const tables = await dataSource.query<{ name: string; key: string[] }[]>(TABLES, [LEFT_OUT]);
    const keys = new Map(tables.map(({ name, key }) => [name, key]));
    const found = await dataSource.query<{ name: string; text: string }[]>(
      tables
        .map(({ name }) => `select '${name}' as name, to_jsonb(t)::text as text from ${name} t`)
        .join(' union all '),
    );
    const rows = found.map(({ name, text }): [string, DumpedRow] => {
      const row = JSON.parse(text) as Record<string, unknown>;
      const key = keys.get(name)!.map((column) => String(row[column]));
      return [[name, ...key].join('/'), { table: name, text, row }];
    });
    return new KeyedDump(new Map(rows));
  }

  text(key: string): string | null {
    return this.rows.get(key)?.text ?? null;
  }

  /** Keys of rows that are otherwise, or in one of the two alone. */
  changed(other: KeyedDump): Set<string> {
    const keys = [...this.rows.keys(), ...other.rows.keys()];
    return new Set(keys.filter((key) => this.text(key) !== other.text(key)));
  }

  /** What the rows say, without ids and moments: the same after the same import, whenever it came. */
  contents(): string[] {
    return [...this.rows.values()]
      .map(({ table, text }) => {
        const plain = text
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
          .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"@"')
          .replaceAll(
            /"(sequence|statement_sha256|source_digest|source_updated_at)": ("[^"]*"|\d+|null)/g,
            '',
          );
        return `${table} ${plain}`;
      })
      .sort();
  }
}
