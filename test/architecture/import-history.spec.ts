import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANSWERS,
  ARRAYS_OF_IDS,
  MADE_BY_THE_SERVICE,
  NAMES,
  PART_OF,
  RECORDS_OF_WHEN,
  RICH_TEXTS,
} from '../../src/imports/undo/undo-rules.js';
import { UndoCatalog } from '../../src/imports/undo/undo-catalog.js';
import { UNTRACKED } from '../support/statements/untracked-tables.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/*
 * What an import changes in a table is kept for its undo, or the table has its reason. A new table needs the trigger
 * `keep_import_change` of the migration ImportHistory, or a line in `untracked-tables.ts`; the undo finds keys and foreign keys by
 * itself, and is told the rest in `undo-rules.ts`.
 */

let database: TestDatabase;
let tables: string[];
let tracked: string[];
let catalog: UndoCatalog;
beforeAll(async () => {
  database = await createTestDatabase();
  const namesOf = async (sql: string): Promise<string[]> =>
    (await database.dataSource.query<{ name: string }[]>(sql)).map(({ name }) => name);
  tables = await namesOf(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace order by 1`,
  );
  tracked = await namesOf(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'keep_import_change' order by 1`,
  );
  catalog = await UndoCatalog.read(database.dataSource.manager);
});
afterAll(() => database.drop());

describe('Every table', () => {
  it('keeps its rows for an undo, or says why not', () => {
    expect([...tracked, ...Object.keys(UNTRACKED)].sort()).toEqual(tables);
    for (const reason of Object.values(UNTRACKED)) expect(reason.length).toBeGreaterThan(10);
  });

  it('costs nothing but a condition where no import runs', async () => {
    const conditions = await database.dataSource.query<{ d: string }[]>(
      `select distinct regexp_replace(pg_get_triggerdef(oid), ' ON public\\.\\w+', '') as d from pg_trigger
       where tgname = 'keep_import_change'`,
    );
    expect(conditions).toEqual([
      {
        d: expect.stringContaining(
          `FOR EACH ROW WHEN ((COALESCE(current_setting('school_directory.import_run'::text, true), ''::text) <> ''::text))`,
        ),
      },
    ]);
  });

  it('keeps rows by a key, stands behind what it refers to, and has a word in the report or belongs to one that has', () => {
    const ordered = catalog.parentsFirst(tracked).map(({ name }) => name);
    expect(ordered.toSorted()).toEqual(tracked);
    for (const name of tracked) {
      expect([name, catalog.table(name).key.length]).not.toEqual([name, 0]);
      expect([name, name in NAMES || name in PART_OF]).toEqual([name, true]);
    }
  });
});

describe('What the undo is told of tables', () => {
  it('holds for them', () => {
    const isColumn = (table: string, column: string): boolean => catalog.table(table).columns.has(column);
    const named: [string, string][] = [
      ...Object.entries(PART_OF).flatMap(([table, columns]) =>
        Object.keys(columns).map((column): [string, string] => [table, column]),
      ),
      ...ARRAYS_OF_IDS.map(({ table, column }): [string, string] => [table, column]),
      ...ANSWERS.flatMap(({ table, column, answeredAt }): [string, string][] => [
        [table, column],
        [table, answeredAt],
      ]),
      ...Object.entries(RICH_TEXTS),
      ...Object.entries(NAMES).flatMap(([table, { title }]): [string, string][] =>
        title ? [[table, title]] : [],
      ),
    ];
    expect(named.filter(([table, column]) => !isColumn(table, column))).toEqual([]);
    const alone = [...Object.keys(MADE_BY_THE_SERVICE), ...RECORDS_OF_WHEN];
    expect(alone.filter((table) => !catalog.has(table))).toEqual([]);
  });

  it('names a part by a foreign key that takes it along', () => {
    for (const [table, parents] of Object.entries(PART_OF))
      for (const [column, refersTo] of Object.entries(parents))
        expect(catalog.foreignKeys).toContainEqual({ table, column, refersTo, cascades: true });
  });

  it('covers each column that holds ids of rows in an array', async () => {
    const arrays = await database.dataSource.query<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and udt_name = '_uuid' order by 1`,
    );
    expect(arrays.map(({ name }) => name)).toEqual(
      ARRAYS_OF_IDS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });
});
