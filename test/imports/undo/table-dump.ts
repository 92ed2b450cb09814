import { expect } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { UNTRACKED } from '../../support/statements/untracked-tables.js';

type Rows = Record<string, string[]>;

/** Tables of which a run keeps nothing, and the record of what was visible when: an undo adds to it. */
const LEFT_OUT = [...Object.keys(UNTRACKED), 'visibility_changes'];

const TABLES = `
  select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
    and relnamespace = 'public'::regnamespace and relname <> all ($1::text[]) order by 1`;

/** Every row of every table of which imports keep what they change, as text. */
export class TableDump {
  private constructor(readonly rows: Rows) {}

  static async of(dataSource: DataSource): Promise<TableDump> {
    const tables = await dataSource.query<{ name: string }[]>(TABLES, [LEFT_OUT]);
    const rows: Rows = {};
    for (const { name } of tables) {
      const found = await dataSource.query<{ row: string }[]>(
        `select t::text as row from ${name} t order by t::text collate "C"`,
      );
      rows[name] = found.map(({ row }) => row);
    }
    return new TableDump(rows);
  }

  /** Tables with rows that one of the two has and the other has not. */
  differences(other: TableDump): Record<string, { gone: string[]; added: string[] }> {
    const found = Object.keys(this.rows).map((name) => {
      const [was, is] = [new Set(this.rows[name]), new Set(other.rows[name])];
      const gone = [...was].filter((row) => !is.has(row));
      const added = [...is].filter((row) => !was.has(row));
      return [name, { gone, added }] as const;
    });
    return Object.fromEntries(found.filter(([, { gone, added }]) => gone.length + added.length > 0));
  }

  assertEqual(other: TableDump): void {
    expect(this.differences(other)).toEqual({});
    expect(other.rows).toEqual(this.rows);
  }
}
