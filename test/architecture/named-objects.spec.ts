import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NAMED_OBJECTS } from '../../src/cli/backup/snapshot.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { productFiles, textOf } from './source-files.js';

/*
 * A backup has the objects that NAMED_OBJECTS names, and no others: a kind of object that is not in it would be lost
 * unnoticed. A new one shows itself by the table that tells of it, or by the file that writes it.
 */

const STATEMENT = 'src/cli/backup/snapshot.repository.ts';

/** Columns that look like it, and name no object that has to stay. */
const NO_OBJECTS: Record<string, string> = {
  'passkeys.public_key': 'of a device of the person',
  'attempt_counts.key': 'of a counter',
  'idempotency_keys.key': 'of a write',
  'object_removals.key': 'of an object that is to go',
};

/** Who writes objects, and the table that says that they are there. */
const WRITERS: Record<string, string> = {
  'src/features/attachments/attachment-objects.service.ts': 'attachments',
  'src/features/embedded-images/new-images.service.ts': 'embedded_images',
  'src/features/menus/menu-pictures.service.ts': 'menu_entries',
  'src/features/photos/photo-objects.service.ts': 'student_photos',
};

/** They put something there that another one takes up, or put back what was in a backup. */
const IN_BETWEEN: Record<string, string> = {
  'src/features/photos/photo-staging.service.ts': 'an upload that is not confirmed goes within a day',
  'src/cli/backup/returning-objects.service.ts': 'a restore',
  'src/cli/move/moved-objects.ts': 'a school that comes from another installation',
};

/** Of a slot each: where photos are kept. */
const SLOTS = ['student_photos', 'parent_photos', 'organization_photos'];

let database: TestDatabase;
let columns: { table: string; column: string }[];
beforeAll(async () => {
  database = await createTestDatabase();
  columns = await database.dataSource.query<{ table: string; column: string }[]>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and (a.attname ~ '(^|_)key$' or a.attname in ('content_type', 'size_bytes') or a.attname ~ '(image|photo|file|object)_(name|key|path)$')
     order by 1, 2`,
  );
});
afterAll(() => database.drop());

const isNamed = (table: string): boolean => new RegExp(`\\bfrom ${table}\\b`).test(NAMED_OBJECTS);
const writes = (path: string): boolean =>
  /\bObjectStore\b/.test(textOf(path)) && /\.(write|writeFile|uploadAddress)\(/.test(textOf(path));

describe('the objects of a backup', () => {
  it('match tables that tell of objects', () => {
    const tables = columns.map(({ table }) => table);
    expect(tables).toEqual(
      expect.arrayContaining([...SLOTS, 'attachments', 'embedded_images', 'menu_entries']),
    );
  });

  it('include those of every table that tells of some', () => {
    const forgotten = columns.filter(
      ({ table, column }) => !isNamed(table) && !(`${table}.${column}` in NO_OBJECTS),
    );
    expect(forgotten.map(({ table, column }) => `${table}.${column}: add it to ${STATEMENT}`)).toEqual([]);
  });

  it('include those of everyone who writes some', () => {
    const found = productFiles().filter((path) => !path.startsWith('src/platform/storage/') && writes(path));
    expect(found.sort()).toEqual([...Object.keys(WRITERS), ...Object.keys(IN_BETWEEN)].sort());
    expect([...Object.values(WRITERS), ...SLOTS].filter((table) => !isNamed(table))).toEqual([]);
  });

  it('except only what is there', () => {
    const names = columns.map(({ table, column }) => `${table}.${column}`);
    expect(Object.keys(NO_OBJECTS).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('a photo of a backup', () => {
  it('comes with its small pictures where there are some of it, and not of one before', async () => {
    const { dataSource } = database;
    const named = async (): Promise<string[]> =>
      (await dataSource.query<{ key: string }[]>(NAMED_OBJECTS)).map(({ key }) =>
        key.replace(/.*\/[^-.]*(-\w{4}){3}-\w{12}/, ''),
      );
    const [{ id: schoolId }] = await dataSource.query<[{ id: string }]>(
      `insert into schools (short_name, name, time_zone, locale, country) values ('s', 'S', 'UTC', 'en', 'US') returning id`,
    );
    const [{ id }] = await dataSource.query<[{ id: string }]>(
      `insert into students (school_id, source, source_id, first_name, last_name) values ($1, 'content', '1', 'Ada', 'Park') returning id`,
      [schoolId],
    );
    await dataSource.query(
      `insert into student_photos (student_id, school_id, content_type, width, height, size_bytes, updated_at)
       values ($1, $2, 'image/png', 1, 1, 1, now())`,
      [id, schoolId],
    );
    expect(await named()).toEqual(['.png']);
    await dataSource.query('update student_photos set small_of = updated_at, has_small = true');
    expect(await named()).toEqual(['-320.webp', '-96.webp', '.png']);
    await dataSource.query(`update student_photos set updated_at = updated_at + interval '1 second'`);
    expect(await named()).toEqual(['.png']);
  });
});
