import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FEED } from '../../src/features/calendar/feed/feed.sql.js';
import { me } from '../../src/features/me/me.sql.js';
import { type SnapshotKind, type Subject, SUBJECTS } from '../../src/platform/cache/snapshot-kind.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { productFiles, textOf } from '../architecture/source-files.js';

/*
 * A snapshot is right for as long as the revision of its subject says that nothing has changed. So every table that it
 * is read from has to raise that revision, with every kind of change.
 */

type Kind = SnapshotKind<unknown>;
const isKind = (value: unknown): value is Kind =>
  typeof value === 'object' && value !== null && 'rows' in value && 'subject' in value;

let database: TestDatabase;
let kinds: Kind[];
/** By subject: `table change`. */
let raisedBy: Map<Subject, string[]>;
beforeAll(async () => {
  database = await createTestDatabase();
  const files = productFiles().filter((file) => file.endsWith('.snapshots.ts'));
  const modules = await Promise.all(
    files.map((file) => import(new URL(`../../${file}`, import.meta.url).href) as Promise<object>),
  );
  kinds = modules.flatMap((module) => Object.values(module).filter(isKind));
  const triggers = await database.dataSource.query<{ subject: string; change: string }[]>(
    `select subject, tgrelid::regclass || ' ' || case
         when tgtype & 4 > 0 then 'insert' when tgtype & 8 > 0 then 'delete' when tgtype & 16 > 0 then 'update'
         else 'truncate' end as change
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid and proname like 'note_revision%'
     cross join unnest(string_to_array(encode(tgargs, 'escape'), '\\000')) subject
     where tgenabled = 'O' and subject <> ''`,
  );
  raisedBy = new Map(SUBJECTS.map((subject) => [subject, []]));
  for (const { subject, change } of triggers) raisedBy.get(subject as Subject)!.push(change);
});
afterAll(() => database.drop());

async function tablesOf(statement: string): Promise<string[]> {
  const plan = JSON.stringify(
    await database.dataSource.query(`explain (generic_plan, format json) ${statement}`),
  );
  return [...new Set([...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, table]) => table!))].sort();
}

/** Of accounts and of schools themselves nothing is there before they are, nor after them. */
const changesOf = (table: string): string[] =>
  ['schools', 'users'].includes(table) ? ['update'] : ['insert', 'update', 'delete', 'truncate'];

const forgottenBy = (subject: Subject, tables: string[]): string[] =>
  tables
    .flatMap((table) => changesOf(table).map((change) => `${table} ${change}`))
    .filter((change) => !raisedBy.get(subject)!.includes(change));

describe('every snapshot', () => {
  it('appears in these tests, and has a name of its own', () => {
    const names = kinds.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['roster', 'full roster', 'map markers', 'staff', 'menus']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('stands declared where these tests look for it', () => {
    const elsewhere = productFiles().filter(
      (file) =>
        /: SnapshotKind</.test(textOf(file)) && !/\.snapshots\.ts$|^src\/platform\/cache\//.test(file),
    );
    expect(elsewhere).toEqual([]);
  });

  it('reads from tables that raise the revision of its subject, however they change', async () => {
    for (const kind of kinds) {
      const tables = await tablesOf(kind.rows);
      expect([kind.name, tables.length, forgottenBy(kind.subject, tables)]).toEqual([
        kind.name,
        tables.length,
        [],
      ]);
      expect(tables).not.toEqual([]);
    }
  });

  it('fails this test for a full roster that reads notes as well', async () => {
    const [roster] = kinds.filter(({ name }) => name === 'roster');
    const rows = roster!.rows.replace('students s', 'students s join notes n on n.student_id = s.id');
    expect(await tablesOf(rows)).toContain('notes');
    expect(await tablesOf(roster!.rows)).toEqual(['guardians', 'schools', 'student_photos', 'students']);
  });
});

describe('a calendar feed', () => {
  it('stays known for as long as no table that it is written from has changed', async () => {
    // The subscription itself is looked at every time.
    const besides = ['calendar_subscriptions', 'school_revisions'];
    const tables = (await tablesOf(FEED)).filter((table) => !besides.includes(table));
    expect(tables).toEqual(
      expect.arrayContaining(['events', 'organization_grants', 'signup_claims', 'user_addresses']),
    );
    expect(forgottenBy('calendar', tables)).toEqual([]);
  });
});

describe('who one is', () => {
  it('stays known for as long as no table that it is written from has changed', async () => {
    const sql = me({ person: 'person', now: '$2::timestamptz' });
    const tables = await tablesOf(`select ${sql} from users person where person.id = $1`);
    expect(tables).toEqual(
      expect.arrayContaining(['guardians', 'memberships', 'organization_grants', 'organizations']),
    );
    expect(forgottenBy('calendar', tables)).toEqual([]);
  });
});
