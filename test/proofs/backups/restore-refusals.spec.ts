import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { ArchiveReader } from '../../../src/cli/backup/archive-reader.js';
import { ArchiveWriter } from '../../../src/cli/backup/archive-writer.js';
import { BrokenBackupError, type Manifest } from '../../../src/cli/backup/backup-format.js';
import { migrationsIn, productTables } from '../../../src/cli/backup/snapshot.repository.js';
import { copyOut, SAME_TEXT_EVERYWHERE } from '../../../src/platform/database/table-copy.js';
import { aFullInstallation, EmptySlot, objectsIn, typesAt } from '../../support/schools/backups.js';
import { EveryRow } from '../../support/database/every-row.js';
import { JOURNAL_TABLES } from '../../../src/platform/journal/journal-tables.js';
import { empty as emptyAll } from '../../support/database/test-database.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
const good = join(folder, 'good.backup');
let place: EmptySlot;
let empty: EveryRow;
let count = 0;
let bytes: Buffer;

beforeAll(async () => {
  const installation = await aFullInstallation();
  await typesAt(installation.t.databaseUrl, installation.dataDir, ['backup', good]);
  await installation.close();
  bytes = readFileSync(good);
  place = await EmptySlot.make();
  empty = await EveryRow.of(place.database.dataSource);
}, 120_000);
afterAll(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

const restore = (file: string) => place.types('restore', file, '--into-empty', '--json');

async function expectNothingChanged(): Promise<void> {
  expect(empty.lackedBy(await EveryRow.of(place.database.dataSource))).toEqual({});
  expect(objectsIn(place.dataDir)).toEqual([]);
}

function changed(change: (copy: Buffer) => Buffer): string {
  const file = join(folder, `${(count += 1)}.backup`);
  writeFileSync(file, change(Buffer.from(bytes)));
  return file;
}

/** A whole and sealed backup, but for what is changed of its manifest or its parts. */
async function rewritten(change: (manifest: Manifest, parts: Map<string, Buffer>) => void): Promise<string> {
  const file = join(folder, `${(count += 1)}.backup`);
  await ArchiveReader.withChecked(good, async (archive) => {
    const manifest = structuredClone(archive.manifest);
    const parts = new Map<string, Buffer>();
    for (const name of Object.keys(manifest.tables)) {
      const chunks: Buffer[] = [];
      for await (const chunk of archive.content(`tables/${name}.copy`)) chunks.push(chunk);
      parts.set(`tables/${name}.copy`, Buffer.concat(chunks));
    }
    manifest.objects = {};
    change(manifest, parts);
    await ArchiveWriter.into(file, async (writer) => {
      for (const [name, part] of parts)
        await writer.add(
          name,
          (async function* () {
            yield part;
          })(),
          true,
        );
      await writer.finish(manifest);
    });
  });
  return file;
}

describe('restore', () => {
  it('needs the name of a file, and knows no other options', async () => {
    expect((await place.types('restore')).status).toBe(2);
    expect((await place.types('restore', good, '--force')).status).toBe(2);
  });

  it('without --into-empty only says whether the file is whole', async () => {
    const { status, stdout, stderr } = await place.types('restore', good);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/is whole: \d+ rows and \d+ objects of .*Nothing was changed: .*--into-empty/);
    await expectNothingChanged();
  });

  it.each<[string, (copy: Buffer) => Buffer]>([
    ['is cut off', (copy) => copy.subarray(0, -1)],
    ['is half there', (copy) => copy.subarray(0, copy.length / 2)],
    ['is empty', () => Buffer.alloc(0)],
    ['goes on after its end', (copy) => Buffer.concat([copy, Buffer.from('x')])],
    [
      'is no backup at all',
      () => Buffer.from('PK\u0003\u0004 and so on, longer than the seal of any backup would be, by far'),
    ],
  ])('refuses a file that %s, and changes nothing', async (_, change) => {
    const { status, stdout, stderr } = await restore(changed(change));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/ is no whole backup \(.*\)\. Nothing was changed\.\n$/);
    await expectNothingChanged();
  });

  it('refuses a file that is not there', async () => {
    expect((await restore('/nowhere/at.all')).stderr).toBe('/nowhere/at.all cannot be read (ENOENT).\n');
  });

  it('refuses one flipped bit, wherever it is', async () => {
    const step = Math.floor(bytes.length / 60);
    for (let at = 0; at < bytes.length; at += at > bytes.length - 400 ? 7 : step) {
      const file = join(folder, 'flipped.backup');
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1 << (at % 8);
      writeFileSync(file, copy);
      await expect(ArchiveReader.withChecked(file, async () => 'whole')).rejects.toBeInstanceOf(
        BrokenBackupError,
      );
    }
    expect((await restore(join(folder, 'flipped.backup'))).status).toBe(1);
    await expectNothingChanged();
  });

  it.each<[string, (manifest: Manifest, parts: Map<string, Buffer>) => void, RegExp]>([
    [
      'a part that is not what the manifest says',
      ({ tables }) => (tables.students!.sha256 = '0'.repeat(64)),
      /students\.copy is not what/,
    ],
    [
      'a part that is longer than the manifest says',
      ({ tables }) => (tables.students!.bytes -= 1),
      /students\.copy is not what/,
    ],
    [
      'a part that inflates a thousandfold',
      (_, parts) => parts.set('tables/students.copy', Buffer.alloc(100_000_000)),
      /students\.copy is not what/,
    ],
    [
      'a part that nobody knows of',
      (_, parts) => parts.set('tables/more.copy', Buffer.from('x')),
      /other parts/,
    ],
    ['a part that is not there', (_, parts) => parts.delete('tables/students.copy'), /other parts/],
    [
      'a table of no such name',
      ({ tables }) => (tables['students"; drop table x'] = tables.students!),
      /manifest is malformed/,
    ],
    [
      'a key that no object may have',
      ({ objects }) => (objects['../x.png'] = { bytes: 1, sha256: '0'.repeat(64) }),
      /manifest is malformed/,
    ],
    [
      'migrations of a newer version',
      ({ migrations }) => migrations.push('Tomorrow9999999999999'),
      /newer version of the product \(\d+\.\d+\.\d+\)/,
    ],
    [
      'another format',
      (manifest) => Object.assign(manifest, { format_version: 2 }),
      /is of format 2, .* reads format 1/,
    ],
    [
      'another column',
      ({ tables }) => (tables.students!.columns[0] = 'nothing'),
      /its table students is not the one/,
    ],
  ])('refuses a file with %s, and changes nothing', async (_, change, reason) => {
    const { status, stdout, stderr } = await restore(await rewritten(change));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    await expectNothingChanged();
  });

  it('takes back everything when a row does not fit', async () => {
    const file = await rewritten((manifest, parts) => {
      // A guardian of nobody: only the foreign key, which is made again last, tells.
      const part = parts.get('tables/students.copy')!;
      const rest = part.subarray(part.indexOf('\n') + 1);
      parts.set('tables/students.copy', rest);
      const sha256 = createHash('sha256').update(rest).digest('hex');
      Object.assign(manifest.tables.students!, { bytes: rest.length, sha256 });
    });
    expect(await restore(file)).toMatchObject({ status: 1, stdout: '' });
    await expectNothingChanged();
    const keys = `select count(*)::int as n from pg_constraint where contype = 'f'`;
    const [row] = await place.database.dataSource.query<{ n: number }[]>(keys);
    expect(row!.n).toBeGreaterThan(100);
  });

  it('refuses a database with rows, and says what to do', async () => {
    const full = await EmptySlot.make();
    await full.types('school', 'create', '--name', 'X', '--short-name', 'x', '--time-zone', 'UTC');
    const before = await EveryRow.of(full.database.dataSource);
    const { status, stderr } = await full.types('restore', good, '--into-empty');
    expect(status).toBe(1);
    expect(stderr).toMatch(/not empty \(schools has rows\).*DATABASE_URL.*DATA_DIR.*Nothing was changed/);
    expect(before.lackedBy(await EveryRow.of(full.database.dataSource))).toEqual({});
    expect(objectsIn(full.dataDir)).toEqual([]);
    await full.remove();
  });

  it('never writes over the objects of another installation', async () => {
    const { json } = await restore(good);
    expect(json.objects).toBeGreaterThan(5);
    const [first, last] = [objectsIn(place.dataDir)[0]!, objectsIn(place.dataDir).at(-1)!];
    expect(first).not.toBe(last);
    await emptyAll(place.database.dataSource);
    for (const table of ['applications', ...JOURNAL_TABLES])
      await place.database.dataSource.query(`delete from ${table}`);
    writeFileSync(join(place.dataDir, 'objects', last), 'newer');
    const { status, stderr } = await restore(good);
    expect(status).toBe(1);
    expect(stderr).toContain('in use by another installation');
    expect(readFileSync(join(place.dataDir, 'objects', last), 'utf8')).toBe('newer');
    expect(empty.lackedBy(await EveryRow.of(place.database.dataSource))).toEqual({});
  });
});

/** What the version before would write of its tables, which are not those that this one knows. */
async function writtenByItsVersion({ database }: EmptySlot, file: string): Promise<void> {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(SAME_TEXT_EVERYWHERE);
  await ArchiveWriter.into(file, async (writer) => {
    const tables: Manifest['tables'] = {};
    for (const table of await productTables(runner)) {
      const archived = await writer.add(`tables/${table.name}.copy`, copyOut(runner, table), true);
      tables[table.name] = { ...archived, columns: table.columns, rows: 0 };
    }
    await writer.finish({
      ...{ format_version: 1, product_version: '0.0.9', created_at: new Date().toISOString() },
      ...{ migrations: await migrationsIn(runner), tables, objects: {}, missing_objects: [] },
    });
  });
  await runner.rollbackTransaction();
  await runner.release();
}

describe('restore of objects', () => {
  it('leaves out those that no row names, and says how many', async () => {
    const slot = await EmptySlot.make();
    const lonely = `student-photos/${randomUUID()}.jpg`;
    const file = await rewritten(({ objects }, parts) => {
      const content = Buffer.from('nobody’s');
      objects[lonely] = {
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
      parts.set(`objects/${lonely}`, content);
    });
    const { status, json } = await slot.types('restore', file, '--into-empty', '--json');
    expect([status, json.objects, json.left_out_objects]).toEqual([0, 0, 1]);
    expect(objectsIn(slot.dataDir)).toEqual([]);
    await slot.remove();
  });
});

describe('a backup by another version', () => {
  it.each([
    [
      'an older',
      `delete from migrations where id = (select max(id) from migrations)`,
      /older version.*"db migrate"/,
    ],
    ['a newer', `insert into migrations (timestamp, name) values (1, 'Later1')`, /newer version/],
  ])('refuses the tables of %s one, which it cannot know', async (_, statement, why) => {
    const slot = await EmptySlot.make();
    await slot.database.dataSource.query(statement);
    const file = join(folder, `${(count += 1)}.backup`);
    const { status, stderr } = await slot.types('backup', file);
    expect([status, existsSync(file)]).toEqual([1, false]);
    expect(stderr).toMatch(why);
    await slot.remove();
  });
});

describe('restore of a backup from before', () => {
  it('makes the tables as they were then, and says what is still to be applied', async () => {
    const older = await EmptySlot.make();
    await older.types('db', 'revert', '--yes');
    const file = join(folder, 'older.backup');
    await writtenByItsVersion(older, file);
    const { json, status } = await older.types('restore', file, '--into-empty', '--json');
    expect([status, json.pending.length]).toEqual([0, 1]);
    const newer = await EmptySlot.make();
    expect((await newer.types('restore', file, '--into-empty')).stdout).toContain(
      '1 migrations are still to be applied',
    );
    expect((await newer.types('db', 'migrate', '--json')).json.applied).toEqual(json.pending);
    for (const each of [older, newer]) await each.remove();
  });
});
