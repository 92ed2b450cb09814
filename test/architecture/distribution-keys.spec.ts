import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { productFiles, textOf } from './source-files.js';

/*
 * docs/scaling.md says by what each table would be distributed, and what stands in the way. It is a plan, but what it
 * says of our tables and statements is true.
 */

const page = textOf('docs/scaling.md');

const between = (name: string): string =>
  page.split(`<!-- ${name} -->`)[1]?.split(`<!-- end of ${name} -->`)[0] ?? '';

const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

interface Planned {
  table: string;
  /** Null: not distributed. */
  column: string | null;
  isNew: boolean;
  group: string;
  keys: string[];
}

const planned: Planned[] = between('distribution keys')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [table, by, group, keys] = line.split('|').slice(1, -1) as [string, string, string, string];
    const [column = null] = codes(by);
    if (!column && !['reference', 'local'].includes(by.trim()))
      throw new Error(`Distributed by what? ${line}`);
    return {
      table: codes(table)[0]!,
      column,
      isNew: by.includes('new'),
      group: group.trim(),
      keys: codes(keys),
    };
  });

const distributed = planned.filter((one): one is Planned & { column: string } => one.column !== null);
const groupOf = (table: string): string | undefined => planned.find((one) => one.table === table)?.group;

interface Table {
  name: string;
  required: string[];
  columns: string[];
  unique_keys: { name: string; columns: string[] }[];
  foreign_keys: { name: string; refers_to: string; sets_null: boolean }[];
}

const TABLES = `
  select c.relname as name,
    (select json_agg(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    coalesce((select json_agg(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and attnotnull
      and not attisdropped), '[]') as required,
    coalesce((select json_agg(json_build_object('name', i.indexrelid::regclass::name, 'columns',
        (select json_agg(attname) from pg_attribute where attrelid = c.oid and attnum = any (i.indkey::int2[]))))
      from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as unique_keys,
    coalesce((select json_agg(json_build_object('name', conname, 'refers_to', confrelid::regclass::name,
        'sets_null', confdeltype = 'n'))
      from pg_constraint where conrelid = c.oid and contype = 'f'), '[]') as foreign_keys
  from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by c.relname`;

let database: TestDatabase;
let tables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  tables = await database.dataSource.query<Table[]>(TABLES);
});
afterAll(() => database.drop());

const named = (name: string): Table => tables.find((table) => table.name === name)!;

describe('the plan to distribute the tables', () => {
  it('has every table, once', () => {
    expect(planned.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
  });

  it('takes the school where there is one', () => {
    const others = distributed.filter(
      ({ table, column }) => named(table).columns.includes('school_id') && column !== 'school_id',
    );
    expect(others).toEqual([]);
  });

  it('takes a column that every row has, and calls new what is not there', () => {
    const wrong = distributed.filter(({ table, column, isNew }) => {
      const { columns, required } = named(table);
      return isNew ? columns.includes(column) : !required.includes(column);
    });
    expect(wrong).toEqual([]);
  });

  it('names the unique keys that lack this column', () => {
    const lacking = distributed.map(({ table, column }) => ({
      table,
      keys: named(table)
        .unique_keys.filter(({ columns }) => !columns.includes(column))
        .map(({ name }) => name)
        .sort(),
    }));
    expect(distributed.map(({ table, keys }) => ({ table, keys }))).toEqual(lacking);
  });

  it('names the foreign keys that lead elsewhere or set null', () => {
    const going = tables.flatMap(({ name, foreign_keys }) =>
      foreign_keys
        .filter(
          ({ refers_to, sets_null }) =>
            groupOf(refers_to) !== '' && (sets_null || groupOf(refers_to) !== groupOf(name)),
        )
        .map((key) => key.name),
    );
    expect(codes(between('foreign keys that go'))).toEqual(going.sort());
  });
});

describe('the plan for the statements', () => {
  const inGroup = (group: string): string[] =>
    planned.filter((one) => one.group === group).map(({ table }) => table);
  const uses = (names: string[]): RegExp =>
    new RegExp(`\\b(from|join|update|into|using) (${names.join('|')})\\b`);

  it('names every file in which a person is joined with a school', () => {
    const [persons, schools] = [uses(inGroup('persons')), uses(inGroup('schools'))];
    const joining = productFiles().filter((file) => persons.test(textOf(file)) && schools.test(textOf(file)));
    const section = page.split('### Statements that join a person with a school')[1]?.split('\n###')[0] ?? '';
    const found = codes(section).filter((code) => code.startsWith('src/'));
    expect([...new Set(found)].sort()).toEqual(joining);
  });

  it('names files that are there', () => {
    const files = codes(page).filter((code) => /^(src|bench|test|docs)\/\S+$/.test(code));
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((file) => !existsSync(fromProjectRoot(file)))).toEqual([]);
  });
});
