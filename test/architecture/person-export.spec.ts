import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { textOf } from './source-files.js';

/*
 * GET /me/export is everything that the service holds on a person. A table that refers to a person, or to a record
 * that is exported, is either in the export's statement or an exception with its reason.
 */

const STATEMENT = 'src/features/person/person-export.sql.ts';
/** A part of it. */
const WHAT_WAS_LEFT = 'src/features/person/what-was-left.sql.ts';

/** Written by the person or about them, and yet not in the document. */
const EXCEPTIONS: Record<string, string> = {
  idempotency_keys: 'answers that the person has been given, good for a day; what they tell of is there',
  refresh_tokens: 'secrets of a session; the session is there',
  two_step_challenges: 'secrets of a session, over within minutes',
};

interface Reference {
  table: string;
  refers_to: string;
}

let database: TestDatabase;
let references: Reference[];
beforeAll(async () => {
  database = await createTestDatabase();
  references = await database.dataSource.query<Reference[]>(
    `select distinct conrelid::regclass::text as table, confrelid::regclass::text as refers_to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
});
afterAll(() => database.drop());

const isExported = (table: string): boolean =>
  new RegExp(`\\b(from|join) ${table}\\b`).test(textOf(STATEMENT) + textOf(WHAT_WAS_LEFT));

/** What hangs on a person: directly, or by a record that is exported itself. */
function personalTables(): string[] {
  const personal = new Set<string>();
  const follow = (target: string): void => {
    for (const { table } of references.filter(({ refers_to }) => refers_to === target)) {
      if (personal.has(table)) continue;
      personal.add(table);
      if (isExported(table)) follow(table);
    }
  };
  follow('users');
  return [...personal].sort();
}

describe("a person's export", () => {
  it('is held against what hangs on a person', () => {
    expect(personalTables()).toEqual(
      expect.arrayContaining([
        'guardians',
        'list_students',
        'memberships',
        'notes',
        'refresh_tokens',
        'visibility_changes',
      ]),
    );
  });

  it('has every table that hangs on a person, but for the exceptions', () => {
    const forgotten = personalTables().filter((table) => !isExported(table) && !(table in EXCEPTIONS));
    expect(forgotten.map((table) => `${table}: add it to ${STATEMENT}, or say here why not`)).toEqual([]);
  });

  it('excepts only what hangs on a person and is not in it', () => {
    const needless = (table: string): boolean => isExported(table) || !personalTables().includes(table);
    expect(Object.keys(EXCEPTIONS).filter(needless)).toEqual([]);
  });
});
