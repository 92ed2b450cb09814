import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyReport } from '../../../src/platform/import-report.js';
import { IssueLog } from '../../../src/imports/oneroster/issue-log.js';
import { openZip, ZIP_LIMITS, type ZipLimits } from '../../../src/imports/oneroster/parse/zip-source.js';
import { OneRosterFiles } from './oneroster-files.js';
import { Importer, told } from './oneroster-importer.js';
import { entriesOf, zipFile, type ZipEntry } from '../zip-file.js';

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());
beforeEach(() => importer.empty());

const files = (): OneRosterFiles => new OneRosterFiles().school('north').student('s1').student('s2');

async function inflated(entry: ZipEntry, limits: Partial<ZipLimits> = {}): Promise<number> {
  const set = await openZip(await zipFile([entry]), new IssueLog(), { ...ZIP_LIMITS, ...limits });
  let size = 0;
  for await (const chunk of set.bytes('users')) size += chunk.length;
  set.close();
  return size;
}

describe('import oneroster from a zip, refused', () => {
  const users = { name: 'users.csv', content: 'x'.repeat(5_000) };

  it('when it is no zip', async () => {
    const path = await zipFile([]);
    await writeFile(path, 'sourcedId\n');
    await expect(importer.run(path)).rejects.toMatchObject({
      code: 'broken_zip',
      message: expect.not.stringContaining('\n'),
    });
  });

  it('when it has none of the files', async () => {
    await expect(importer.run(await zipFile([{ name: 'a.txt', content: '' }]))).rejects.toMatchObject({
      code: 'not_oneroster',
    });
  });

  it('when it has too many entries', async () => {
    const entries = Array.from({ length: 201 }, (_, index) => ({ name: `${index}.txt`, content: '' }));
    await expect(importer.run(await zipFile(entries))).rejects.toMatchObject({ code: 'zip_bounds' });
  });

  it('when it is encrypted', async () => {
    await expect(inflated({ ...users, encrypted: true })).rejects.toMatchObject({ code: 'broken_zip' });
  });

  it('when an entry is larger, or smaller, than its header says', async () => {
    await expect(inflated({ ...users, claimedSize: 10 })).rejects.toMatchObject({ code: 'broken_zip' });
    await expect(inflated({ ...users, claimedSize: 50_000 })).rejects.toMatchObject({ code: 'broken_zip' });
  });

  it('when a checksum does not match', async () => {
    await expect(inflated({ ...users, claimedChecksum: 1 })).rejects.toMatchObject({ code: 'broken_zip' });
  });

  it.each<[string, Partial<ZipLimits>]>([
    ['one entry', { entryBytes: 4_999 }],
    ['all entries', { totalBytes: 4_999 }],
    ['its compression', { ratio: 10, ratioFrom: 1_000 }],
  ])('when it inflates beyond the bound of %s', async (_, limits) => {
    expect(await inflated(users)).toBe(5_000);
    await expect(inflated(users, limits)).rejects.toMatchObject({ code: 'zip_bounds' });
  });

  it('without a trace, however late it is found to be broken', async () => {
    const entries = entriesOf(files().contents());
    entries.at(-1)!.claimedChecksum = 1;
    await expect(importer.run(await zipFile(entries))).rejects.toMatchObject({ code: 'broken_zip' });
    expect(await importer.rows('select 1 from schools')).toEqual([]);
  });
});

describe('import oneroster from a zip', () => {
  it('works the same as from the folder', async () => {
    await importer.run(files());
    const report = await importer.run(await zipFile(entriesOf(files().contents())));
    expect(report).toMatchObject({ warnings: [], errors: [], unchanged: { schools: 1, students: 2 } });
  });

  it.each(['export 2026/', 'a/b/c/', '/', '../../', 'C:\\export\\'])(
    'finds the files under %s',
    async (folder) => {
      const path = await zipFile(entriesOf(files().contents(), folder));
      const report = await importer.run(path);
      expect(report).toMatchObject({ warnings: [], errors: [], created: { students: 2 } });
      expect(await readdir(dirname(path))).toEqual(['export.zip']);
    },
  );

  it('passes over what a Mac adds, and takes the file nearest to the top', async () => {
    const entries = [
      { name: '__MACOSX/x/._users.csv', content: 'no' },
      { name: '__MACOSX/users.csv', content: 'no' },
      { name: 'old/x/users.csv', content: 'sourcedId\n' },
      ...entriesOf(files().contents(), 'new/'),
    ];
    const report = await importer.run(await zipFile(entries));
    expect(told(report.warnings)).toEqual(['users.csv:0 duplicate_file old/x/users.csv']);
    expect(report.created.students).toBe(2);
  });
});

describe('import oneroster from a folder', () => {
  it('finds the files one level down, whatever the case of their names', async () => {
    const users = files().contents().get('users.csv')!;
    const path = await files().file('users.csv', null).file('Users.CSV', users).inFolder('export');
    expect(await importer.run(path)).toMatchObject({ warnings: [], errors: [], created: { students: 2 } });
  });
});

describe('IssueLog', () => {
  it('lists a thousand of one kind in one file and counts the others', () => {
    const log = new IssueLog();
    for (let line = 2; line < 1_502; line += 1)
      log.error({ file: 'users.csv', line }, 'unknown_school', 'x', 'No school.');
    log.warn({ file: 'users.csv', line: 2 }, 'no_role', 'y'.repeat(500), 'No role.');
    const report = emptyReport(false);
    log.writeTo(report);
    expect(report.errors).toHaveLength(1_001);
    expect(report.errors.at(-1)).toMatchObject({ line: 0, code: 'unknown_school', value: '500' });
    expect(report.warnings[0]?.value).toHaveLength(100);
  });
});
