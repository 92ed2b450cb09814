import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { FORMAT_VERSION } from './backup-format.js';

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (archive: ArchiveWriter, madeBy: string): Promise<void> =>
  archive.finish({
    format_version: FORMAT_VERSION,
    product_version: madeBy,
    created_at: '2026-11-22T00:00:00.000Z',
    migrations: ['one'],
    tables: {},
    objects: {},
    missing_objects: [],
  });

it('refuses the later one of two that write one file at once, and leaves the other whole', async () => {
  const file = join(folder, 'monday.backup');
  const second = Promise.withResolvers<void>();
  let refused: Promise<unknown> = Promise.resolve();
  await ArchiveWriter.into(file, async (archive) => {
    await new Promise<void>((begun) => {
      refused = ArchiveWriter.into(file, async (other) => {
        begun();
        await second.promise;
        await write(other, 'second');
      });
      refused.catch(() => undefined);
    });
    await write(archive, 'first');
  });
  const maker = () =>
    ArchiveReader.withChecked(file, ({ manifest }) => Promise.resolve(manifest.product_version));
  expect(await maker()).toBe('first');
  second.resolve();
  await expect(refused).rejects.toThrow('is there already: name another file.');
  expect(await maker()).toBe('first');
  expect(readdirSync(folder)).toEqual(['monday.backup']);
});
