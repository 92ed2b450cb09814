import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERASED, RETAINED } from '../../src/features/person/erased.sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { textOf } from './source-files.js';

/*
 * `person erase` takes everything that hangs on a person, or says why it stays. What a foreign key takes along is
 * counted as erased; what only loses its link is counted as kept.
 */

const STATEMENTS = 'src/features/person/erased.sql.ts';

/** Where the database knows of a person, by their account or their email alone. */
const BEGINNINGS = ['users', 'guardians', 'staff_members', 'invitations'];

/** Columns that name a person without a foreign key, or hold how to reach one; each is in the tests of the command. */
const BY_NAME = [
  // A number that leads to nobody any more: who did what stays on record.
  'audit_entries.membership_id',
  'changes.membership_id',
  ...[
    'bounced_addresses.email',
    'mails.email',
    'disclosures.reader_membership_id',
    'guardians.email',
    'guardians.phone',
    'invitations.email',
    'one_time_links.email',
  ],
  ...['memberships.phone', 'permission_slip_responses.account_email', 'permission_slip_responses.ip_address'],
  ...['permission_slip_responses.user_agent', 'staff_members.email', 'staff_members.phone', 'students.email'],
  ...['students.phone', 'user_addresses.email', 'users.email', 'users.phone'],
];

interface Reference {
  table: string;
  refers_to: string;
  /** c: goes along, n: is set null. */
  kind: string;
}

let database: TestDatabase;
let references: Reference[];
beforeAll(async () => {
  database = await createTestDatabase();
  references = await database.dataSource.query<Reference[]>(
    `select distinct conrelid::regclass::text as table, confrelid::regclass::text as refers_to, confdeltype as kind
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
});
afterAll(() => database.drop());

/** All that goes when a person goes. */
function taken(): Set<string> {
  const found = new Set(BEGINNINGS);
  for (const table of found)
    for (const { table: next, refers_to, kind } of references)
      if (refers_to === table && kind === 'c') found.add(next);
  return found;
}

const loosened = (): string[] =>
  references
    .filter(({ refers_to, kind }) => kind === 'n' && taken().has(refers_to))
    .map(({ table }) => table);

describe("a person's erasure", () => {
  it('matches what hangs on a person', () => {
    expect([...taken()]).toEqual(expect.arrayContaining(['lists', 'list_students', 'refresh_tokens']));
    expect(loosened()).toEqual(expect.arrayContaining(['notices', 'permission_slip_responses']));
  });

  it('counts every table of which it takes rows', () => {
    const forgotten = [...taken()].filter((table) => !(table in ERASED));
    expect(forgotten.map((table) => `${table}: add it to ERASED in ${STATEMENTS}`)).toEqual([]);
  });

  it('says of every table that loses its person why it stays, or takes it', () => {
    const forgotten = loosened().filter((table) => !(table in RETAINED) && !(table in ERASED));
    expect(forgotten.map((table) => `${table}: add it to KEPT in ${STATEMENTS}`)).toEqual([]);
  });

  it('knows every column that leads to a person without a foreign key', async () => {
    const found = await database.dataSource.query<{ name: string }[]>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
         and (a.attname ~ '(email|phone|ip_address|user_agent)$' or a.attname ~ '(membership|user|guardian)_id$'
           and not exists (select from pg_constraint f
             where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any (f.conkey)))
       order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual([...BY_NAME].sort());
  });

  it('covers whatever the export shows', () => {
    const text = ['person-export.sql.ts', 'exported-corrections.sql.ts'].map((name) =>
      textOf(`src/features/person/${name}`),
    );
    const shown = [...text.join().matchAll(/\bfrom ([a-z_]+s)\b/g)];
    const tables = new Set(shown.map(([, table]) => table!));
    const known = [...Object.keys(ERASED), ...Object.keys(RETAINED)];
    // What was answered, of the answers that stay.
    expect([...tables].filter((table) => !known.includes(table)).sort()).toEqual([
      'permission_slip_response_students',
      'poll_answers',
    ]);
  });
});
