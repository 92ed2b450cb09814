import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SUBJECTS } from '../../src/snapshots/revision.js';
import type { SnapshotKind } from '../../src/snapshots/snapshot-kind.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
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
let raisedBy: Map<string, string[]>;
beforeAll(async () => {
  database = await createTestDatabase();
  const files = productFiles().filter((file) => file.endsWith('.snapshots.ts'));
  const modules = await Promise.all(
    files.map((file) => import(new URL(`../../${file}`, import.meta.url).href) as Promise<object>),
  );
  kinds = modules.flatMap((module) => Object.values(module).filter(isKind));
  const triggers = await database.dataSource.query<{ subject: string; change: string }[]>(
    `select encode(rtrim(tgargs, '\\x00'), 'escape') as subject, tgrelid::regclass || ' ' || case
         when tgtype & 4 > 0 then 'insert' when tgtype & 8 > 0 then 'delete' when tgtype & 16 > 0 then 'update'
         else 'truncate' end as change
     from pg_trigger where tgfoid in ('note_revision'::regproc, 'note_school_revision'::regproc) and tgenabled = 'O'`,
  );
  raisedBy = new Map(SUBJECTS.map((subject) => [subject, []]));
  for (const { subject, change } of triggers) raisedBy.get(subject)!.push(change);
});
afterAll(() => database.drop());

async function tablesOf({ rows }: Kind): Promise<string[]> {
  const plan = JSON.stringify(await database.dataSource.query(`explain (generic_plan, format json) ${rows}`));
  return [...new Set([...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, table]) => table!))].sort();
}

describe('every snapshot', () => {
  it('is seen by these tests, and has a name of its own', () => {
    const names = kinds.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['roster', 'full roster', 'map markers', 'staff', 'menus']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('is declared where these tests look for it', () => {
    const elsewhere = productFiles().filter(
      (file) => /: SnapshotKind</.test(textOf(file)) && !/\.snapshots\.ts$|^src\/snapshots\//.test(file),
    );
    expect(elsewhere).toEqual([]);
  });

  it('is read from tables that raise the revision of its subject, however they change', async () => {
    const forgotten: string[] = [];
    for (const kind of kinds) {
      const tables = await tablesOf(kind);
      expect([kind.name, tables.length]).not.toEqual([kind.name, 0]);
      for (const table of tables)
        // Of a school itself nothing is there before it is, nor after it.
        for (const change of table === 'schools' ? ['update'] : ['insert', 'update', 'delete', 'truncate'])
          if (!raisedBy.get(kind.subject)!.includes(`${table} ${change}`))
            forgotten.push(`${kind.name}: ${change} on ${table} does not raise "${kind.subject}"`);
    }
    expect(forgotten).toEqual([]);
  });

  it('of the full roster would be missed if it were read from notes as well', async () => {
    const [roster] = kinds.filter(({ name }) => name === 'roster');
    const rows = roster!.rows.replace('students s', 'students s join notes n on n.student_id = s.id');
    expect(await tablesOf({ ...roster!, rows })).toContain('notes');
    expect(await tablesOf(roster!)).toEqual(['guardians', 'students']);
  });
});
