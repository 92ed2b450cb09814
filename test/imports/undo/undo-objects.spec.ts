import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ImportUndoService } from '../../../src/imports/undo/import-undo.service.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { embedding } from '../../support/files/embedded-images.js';
import { ContentImporter } from '../content/content-importer.js';

/* Files and images of what is put back are there, and those of what goes go with it. */

let importer: ContentImporter;
let school: string;
let folder: string;
beforeAll(async () => {
  importer = await ContentImporter.create();
  folder = mkdtempSync(join(tmpdir(), 'undone-'));
  for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.pdf`), aPdf(name));
});
afterAll(() => importer.close());
beforeEach(async () => {
  importer.clock.stopAt('2026-11-21T12:00:00Z');
  school = await importer.onlySchool();
});

async function bring(document: ContentFile): Promise<string> {
  const report = await importer.run({ document, folder, schoolId: school });
  expect(report.errors).toEqual([]);
  return report.run_id!;
}
const undo = (runId: string) => importer.services.get(ImportUndoService).undo({ runId, dryRun: false });
const sweep = async (days: number): Promise<void> => {
  importer.clock.advance(days * 24 * 60 * 60_000);
  await importer.services.get(ObjectRemovals).sweep();
};
const handbook = (...files: string[]): ContentFile => ({
  documents: [{ key: 'h', title: 'Handbook', files }],
});
const files = async (): Promise<string[]> =>
  (await importer.rows<{ file_name: string }>('select file_name from attachments order by 1')).map(
    ({ file_name }) => file_name,
  );
const text = (id: string | null): ContentFile => ({
  notices: [
    {
      key: 'n',
      title: 'Mud',
      body: id ? embedding(id) : '<p>Boots.</p>',
      expires_at: '2027-01-01T00:00:00Z',
    },
  ],
});
async function anImage(): Promise<string> {
  const { id } = await importer.row<{ id: string }>(
    `insert into embedded_images (school_id, key, content_type, width, height, size_bytes, uploaded_at, unused_since)
     values ($1, gen_random_uuid(), 'image/png', 4, 3, 99, $2, $2) returning id`,
    [school, importer.clock.now()],
  );
  return id;
}
const isUsed = async (): Promise<unknown> =>
  (await importer.row('select unused_since is null as used from embedded_images'))['used'];

describe('Files of a document', () => {
  it('go with what the run brought', async () => {
    const run = await bring(handbook('a.pdf'));
    await sweep(2);
    expect(await importer.objects()).toHaveLength(1);
    expect(await undo(run)).toMatchObject({ conflicts: [], removed: { attachments: 1, documents: 1 } });
    await sweep(1);
    expect([await files(), await importer.objects()]).toEqual([[], []]);
  });

  it('come back, with their objects, where the run had taken them away', async () => {
    await bring(handbook('a.pdf'));
    const run = await bring(handbook('b.pdf'));
    expect(await undo(run)).toMatchObject({
      conflicts: [],
      removed: { attachments: 1 },
      returned: { attachments: 1 },
    });
    expect(await files()).toEqual(['a.pdf']);
    await sweep(2);
    const [{ key }] = (await importer.rows<{ key: string }>('select key from attachments')) as [
      { key: string },
    ];
    expect(await importer.objects()).toEqual([key]);
  });

  it('stay as the run left them where the object has gone meanwhile, which is named', async () => {
    await bring(handbook('a.pdf'));
    const run = await bring(handbook('b.pdf'));
    await sweep(2);
    expect(await undo(run)).toMatchObject({
      conflicts: [{ type: 'document', title: 'Handbook', reason: 'file_gone' }],
      ...{ removed: {}, changed: {}, returned: {} },
    });
    expect(await files()).toEqual(['b.pdf']);
  });
});

describe('An image in a text', () => {
  it('becomes unused once the text is gone, and used again once it is back', async () => {
    const image = await anImage();
    const first = await bring(text(image));
    const second = await bring(text(null));
    expect(await isUsed()).toBe(false);
    expect((await undo(second)).conflicts).toEqual([]);
    expect(await isUsed()).toBe(true);
    expect((await undo(first)).removed).toEqual({ notices: 1 });
    expect(await isUsed()).toBe(false);
  });

  it('keeps the text as it is where it is there no more, which is named', async () => {
    await bring(text(await anImage()));
    const run = await bring(text(null));
    importer.clock.advance(24 * 60 * 60_000);
    expect((await undo(run)).conflicts).toMatchObject([
      { type: 'notice', title: 'Mud', reason: 'image_gone' },
    ]);
  });
});
