import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Tables of a person across schools, or of no school at all. */
const WITHOUT_A_SCHOOL: Record<string, string> = {
  applications: 'an application serves every school',
  client_hosts: 'a host of applications serves every school',
  // One of its own for each school, and one for the installation; it outlives all that it tells of.
  audit_entries: 'of the installation, too',
  audit_heads: 'of the installation, too',
  attempt_counts: 'counts guesses, before anyone knows who is guessing',
  backups: 'of the installation',
  // Numbered by the school, and written below the features, who have the schools; they outlive what they name.
  changes: 'of a school, which it names and does not refer to',
  journal_heads: 'of a school, which it names and does not refer to',
  journal_positions: 'of a school, which it names and does not refer to',
  ended_tokens: 'of an outside provider, whose subject need not be anybody here',
  idempotency_keys: 'of a person',
  import_changes: 'of a school, which it names and does not refer to: an undo may take the school away',
  import_runs: 'of a school, which it names and does not refer to: an undo may take the school away',
  known_sources: 'of a person',
  migrations: 'the book-keeping of the migrations',
  oauth_artifacts: 'of a session, or of nobody who is known yet',
  oauth_grants: 'of a session',
  one_time_links: 'of a person, or of an address that need not have an account',
  object_removals: 'objects that are to go, whoever had them',
  bounced_addresses: 'of an address, whoever has it at whichever school',
  passkeys: 'of a person',
  quiet_hours: 'of a person',
  sign_in_codes: 'of a person',
  // It must not be altered while a transaction has rows in it, as a restore does with whatever has a foreign key.
  revision_notes: 'of a transaction, and gone when that commits',
  recovery_codes: 'of a person',
  refresh_tokens: 'of a session',
  schools: 'is the school itself',
  two_step_challenges: 'of a session',
  user_addresses: 'of a person',
  user_credentials: 'of a person',
  user_sessions: 'of a person',
  users: 'a person, across schools',
};

interface Table {
  name: string;
  columns: string[];
  /** Column lists of every index, unique and primary key that covers all rows. */
  indexes: string[][];
  foreign_keys: { name: string; columns: string[]; refers_to: string }[];
}

const TABLES = `
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg((select json_agg(a.attname order by k.place)
        from unnest(i.indkey::int2[]) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number))
      from pg_index i where i.indrelid = c.oid and i.indpred is null), '[]') as indexes,
    coalesce((select json_agg(json_build_object('name', f.conname, 'refers_to', f.confrelid::regclass::text,
        'columns', (select json_agg(a.attname order by k.place)
          from unnest(f.conkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)))
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as foreign_keys
  from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by c.relname`;

let database: TestDatabase;
let tables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  tables = await database.dataSource.query<Table[]>(TABLES);
});
afterAll(() => database.drop());

const ofASchool = (): Table[] => tables.filter(({ name }) => !(name in WITHOUT_A_SCHOOL));
const names = (found: Table[]): string[] => found.map(({ name }) => name);

const beginsWith = (index: string[], columns: string[]): boolean =>
  columns.every((column) => index.slice(0, columns.length).includes(column));

/** Of a key that has the school in it, as most have, the other columns find few rows by themselves. */
const besideTheSchool = (columns: string[]): string[] =>
  columns.length > 1 ? columns.filter((column) => column !== 'school_id') : columns;

const isIndexed = ({ indexes }: Table, columns: string[]): boolean =>
  indexes.some((index) => beginsWith(index, columns) || beginsWith(index, besideTheSchool(columns)));

describe('every table', () => {
  it('appears in these tests', () => {
    expect(names(tables)).toEqual(expect.arrayContaining(['students', 'notes', 'migrations']));
  });

  it('carries the school that it belongs to', () => {
    expect(names(ofASchool().filter(({ columns }) => !columns.includes('school_id')))).toEqual([]);
  });

  it('refers to that school', () => {
    const refers = ({ foreign_keys }: Table): boolean =>
      foreign_keys.some(
        ({ columns, refers_to }) => columns.join() === 'school_id' && refers_to === 'schools',
      );
    expect(names(ofASchool().filter((table) => !refers(table)))).toEqual([]);
  });

  it('begins an index with the school', () => {
    const indexed = ({ indexes }: Table): boolean => indexes.some(([first]) => first === 'school_id');
    expect(names(ofASchool().filter((table) => !indexed(table)))).toEqual([]);
  });

  it('keeps an index that begins with the columns of each foreign key', () => {
    const gaps = tables.flatMap((table) =>
      table.foreign_keys
        .filter(({ columns }) => !isIndexed(table, columns))
        .map(({ columns }) => `${table.name}(${columns.join()})`),
    );
    expect(gaps).toEqual([]);
  });

  it('exists when it is listed as one without a school', () => {
    expect(Object.keys(WITHOUT_A_SCHOOL).filter((name) => !names(tables).includes(name))).toEqual([]);
  });
});
