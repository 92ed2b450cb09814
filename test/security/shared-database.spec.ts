import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmptySlot } from '../support/schools/backups.js';

/* A database that others use as well: their tables are no part of a backup, and what would not be restored is refused at once. */

let slot: EmptySlot;
let folder: string;
beforeEach(async () => {
  slot = await EmptySlot.make();
  folder = mkdtempSync(join(tmpdir(), 'shared-database-'));
  await slot.types('school', 'create', '--name', 'Elm', '--short-name', 'elm', '--time-zone', 'UTC');
});
afterEach(async () => {
  await slot.remove();
  rmSync(folder, { recursive: true });
});

const file = (): string => join(folder, 'a.backup');
const backUp = () => slot.types('backup', file(), '--json');
const asOwner = (sql: string): Promise<unknown> => slot.database.dataSource.query(sql);

it('restores what is ours, where somebody has tables beside it and in the place that it comes to', async () => {
  const theirs = `create table schools_2025 as select * from schools; create table notes_of_dba (n int);
    insert into notes_of_dba values (1)`;
  await asOwner(theirs);
  const { status, json } = await backUp();
  expect([status, Object.keys(json.tables as object)]).toEqual([
    0,
    expect.not.arrayContaining(['schools_2025']),
  ]);
  const place = await EmptySlot.make();
  await place.database.dataSource.query(theirs);
  expect(await place.types('restore', file(), '--into-empty')).toMatchObject({ status: 0 });
  expect(await place.database.dataSource.query('select short_name from schools')).toEqual([
    { short_name: 'elm' },
  ]);
  await place.remove();
});

it.each([
  [
    'rows that came past a foreign key',
    `set session_replication_role = replica; update categories set school_id = gen_random_uuid();
     reset session_replication_role`,
    /refer to rows of schools which are not there/,
  ],
  ['a column less', 'alter table categories drop column color', /ADD "color"/],
  [
    'a search_path of somebody’s own',
    `create schema mine; do $$ begin execute format('alter database %I set search_path = mine, public', current_database()); end $$`,
    /RESET search_path/,
  ],
])('refuses %s when the backup is made, and leaves no file', async (_, sql, why) => {
  await asOwner(
    `insert into categories (school_id, name, color, position) select id, 'News', '#123456', 1 from schools`,
  );
  await asOwner(sql);
  const { status, stderr } = await backUp();
  expect([status, existsSync(file())]).toEqual([1, false]);
  expect(stderr).toMatch(why);
});
