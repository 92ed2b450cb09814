import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../../src/cli/backup/backup-format.js';
import { School } from '../../../src/features/schools/school.entity.js';
import { EmptySlot } from '../../support/schools/backups.js';
import { EveryRow } from '../../support/database/every-row.js';
import { insertRow } from '../../support/database/insert-row.js';
import { described, rewrittenFile, type Rewriting } from '../../support/files/rewritten-file.js';
import { FROM_THERE, Installation } from '../../support/schools/school-moves.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { WholeSchool } from '../../support/schools/whole-school.factory.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
const [file, everything] = [join(folder, 'whole.school'), join(folder, 'whole.backup')];
let there: Installation;
let here: Installation;
let whole: WholeSchool;
let living: TestSchool;
let count = 0;

beforeAll(async () => {
  [there, here] = [await Installation.start(), await Installation.start()];
  whole = await WholeSchool.begin(there);
  living = await aSchool(here.t);
  await there.t.dataSource.manager.update(
    School,
    { id: whole.id },
    { shortName: 'whole', source: 'oneroster', sourceId: '17' },
  );
  expect((await there.types('backup', file, '--school', 'whole')).status).toBe(0);
  expect((await there.types('backup', everything)).status).toBe(0);
}, 120_000);
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
  rmSync(folder, { recursive: true });
});

/** The reason, after which nothing is another than before. */
async function refused(from = file, ...options: string[]): Promise<string> {
  const [rows, objects] = [await EveryRow.of(here.t.dataSource), here.objects];
  const { status, stdout, stderr } = await here.types(
    'restore',
    from,
    ...(options.length > 0 ? options : [...FROM_THERE, '--source', 'keep', '--json']),
  );
  expect([status, stdout]).toEqual([1, '']);
  const after = await EveryRow.of(here.t.dataSource);
  expect([rows.lackedBy(after), after.lackedBy(rows), here.objects]).toEqual([{}, {}, objects]);
  return stderr;
}

describe('restore --school', () => {
  it('refuses an empty installation and one with others at once', async () => {
    expect((await here.types('restore', file, '--school', '--into-empty')).status).toBe(2);
    expect((await here.types('restore', file, '--school', 'whole')).status).toBe(2);
  });

  it('only says what it is without the option', async () => {
    expect(await refused(file, '--json')).toMatch(
      /is whole: the school whole, \d+ rows and \d+ objects of .*Nothing was changed: --school adds/,
    );
  });

  it('refuses the file of a whole installation, and says the two ways out', async () => {
    expect(await refused(everything)).toMatch(
      /of a whole installation.*Nothing was changed: .*--into-empty.*backup FILE --school S/,
    );
  });

  it('names itself as the way out where --into-empty refuses its file', async () => {
    const place = await EmptySlot.make();
    const { status, stderr } = await place.types('restore', file, '--into-empty');
    await place.remove();
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/of one school \(whole\).*Nothing was changed: restore it with --school/),
    ]);
  });

  it('refuses a file that is not there, or not whole', async () => {
    expect(await refused('/nowhere/at.all')).toBe('/nowhere/at.all cannot be read (ENOENT).\n');
    const cut = join(folder, 'cut.school');
    writeFileSync(cut, readFileSync(file).subarray(0, -1));
    expect(await refused(cut)).toMatch(
      /is no whole backup \(it does not end as one\)\. Nothing was changed\./,
    );
  });

  it.each<[string, Partial<School>, RegExp]>([
    ['the same school', { id: 'its' }, /^This school is here already \(other\)\. Nothing was changed\.$/m],
    [
      'one with its short name',
      { shortName: 'whole' },
      /^Another school here has the short name whole: .*Nothing was changed\.$/m,
    ],
    [
      'one from the same record of a source',
      { source: 'oneroster', sourceId: '17' },
      /^The school other that is here is the same one: .*Nothing was changed\.$/m,
    ],
  ])('refuses where %s is', async (_, given, reason) => {
    const id = given.id && whole.id;
    const { id: made } = await aSchool(here.t, { shortName: 'other', ...given, ...(id && { id }) });
    expect(await refused()).toMatch(reason);
    await here.t.dataSource.query('delete from schools where id = $1', [made]);
  });

  it.each<[string, (change: (sql: string) => Promise<unknown>) => Promise<unknown>, RegExp]>([
    [
      'this installation is older',
      (change) => change(`delete from migrations where id = (select max(id) from migrations)`),
      /this installation is older\. Nothing was changed\. Bring this one to that version \(db migrate\)/,
    ],
    [
      'the other one is older',
      (change) => change(`insert into migrations (timestamp, name) values (9, 'Tomorrow9')`),
      /it is older than this installation\. Nothing was changed\. Bring the other one .*make the backup again/,
    ],
    [
      'each is older in something',
      (change) =>
        change(`update migrations set name = 'Tomorrow9' where id = (select max(id) from migrations)`),
      /each of the two has .*Nothing was changed\. Bring both to one version/,
    ],
  ])('refuses where %s, and says what to do', async (_, change, reason) => {
    const { dataSource } = here.t;
    const before = await dataSource.query<object[]>('select * from migrations order by id');
    await change((sql) => dataSource.query(sql));
    expect(await refused()).toMatch(reason);
    await dataSource.query('delete from migrations');
    await dataSource.query(
      'insert into migrations select * from jsonb_populate_recordset(null::migrations, $1)',
      [JSON.stringify(before)],
    );
  });

  it('refuses where the store has something else under a key, and leaves it', async () => {
    const [, key] = await whole.objects();
    const path = here.pathOf(key!);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'something else');
    expect(await refused()).toMatch(/holds another object under a key of this school.*Nothing was changed/);
    expect(readFileSync(path, 'utf8')).toBe('something else');
    expect(await refused()).not.toContain(key);
    rmSync(path);
  });

  it('refuses where another school has one of its keys', async () => {
    const key = (await whole.objects()).find((name) => name.startsWith('files/'))!;
    const row = { entity_type: 'notice', file_name: 'a.png', content_type: 'image/png', size_bytes: 1 };
    await insertRow(here.t.dataSource, 'embedded_images', {
      ...{ school_id: living.id, key, content_type: 'image/png', width: 1, height: 1, size_bytes: 1 },
      uploaded_at: new Date(),
    });
    await insertRow(here.t.dataSource, 'attachments', {
      ...{ ...row, school_id: living.id, key, uploaded_at: new Date(), position: 0 },
    });
    expect(await refused()).toMatch(
      /^A row of (attachments|embedded_images) is here already, of another school .*\(\w+_key_key\)\. Nothing/,
    );
    for (const table of ['attachments', 'embedded_images'])
      await here.t.dataSource.query(`delete from ${table}`);
  });
});

const rewritten = (change: Rewriting): Promise<string> =>
  rewrittenFile(file, join(folder, `${(count += 1)}.school`), change);

/** Another text in the place of one, in a table. */
const replacing =
  (table: string, was: () => string, is: () => string) =>
  ({ tables }: Manifest, parts: Map<string, Buffer>): void => {
    const name = `tables/${table}.copy`;
    const part = Buffer.from(parts.get(name)!.toString('latin1').replaceAll(was(), is()), 'latin1');
    parts.set(name, part);
    Object.assign(tables[table]!, described(part));
  };

describe('restore --school of a file that somebody has written anew', () => {
  it.each<[string, (manifest: Manifest, parts: Map<string, Buffer>) => void, RegExp]>([
    [
      'a row of a school that is here',
      replacing(
        'stars',
        () => whole.id,
        () => living.id,
      ),
      /a row of stars is not the school’s/,
    ],
    [
      'a membership of somebody who is not in it',
      replacing(
        'memberships',
        () => whole.life.person.userId,
        () => '00000000-0000-4000-8000-000000000000',
      ),
      /a row of memberships is not the school’s/,
    ],
    [
      'another school than it says',
      replacing(
        'schools',
        () => whole.id,
        () => '00000000-0000-4000-8000-000000000000',
      ),
      /a row of schools is not the school’s/,
    ],
    [
      'no school',
      ({ tables }, parts) => {
        parts.set('tables/schools.copy', Buffer.alloc(0));
        Object.assign(tables.schools!, described(Buffer.alloc(0)));
      },
      /The file has no school\. Nothing was changed\./,
    ],
    [
      'a table that no school has',
      ({ tables }, parts) => {
        parts.set('tables/refresh_tokens.copy', Buffer.alloc(0));
        tables.refresh_tokens = { ...described(Buffer.alloc(0)), columns: [], rows: 0 };
      },
      /it has tables that its version did not have/,
    ],
    [
      'another column',
      ({ tables }) => (tables.students!.columns[0] = 'nothing'),
      /its table students is not the one/,
    ],
    [
      'an object that none of its rows names',
      ({ objects }, parts) => {
        const key = `student-photos/${living.id}.png`;
        parts.set(`objects/${key}`, Buffer.from('x'));
        objects[key] = described(Buffer.from('x'));
      },
      /it has objects that none of its rows names/,
    ],
  ])('refuses %s, and changes nothing', async (_, change, reason) => {
    expect(await refused(await rewritten(change))).toMatch(reason);
  });
});
