import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDoc, aDocx, aFileOf, anXls, anXlsx } from '../../support/files/attachment-files.js';
import { aCompoundFile, type CompoundEntry } from '../../support/files/compound-file.js';
import { aPhoto, withPngChunk } from '../../support/files/images.js';
import { zipped } from '../../imports/zip-file.js';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  typeOfFile,
} from '../../../src/features/attachments/attachment-type.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function typeOf(bytes: Buffer | string): Promise<AttachmentType | null> {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return typeOfFile(path);
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const stream = (name: string, size = 4096): CompoundEntry => ({ name, content: Buffer.alloc(size) });

describe('The type of a file', () => {
  it.each<[string, () => Buffer | string | Promise<Buffer>]>([
    ['nothing', () => ''],
    ['a text', () => 'Dear parents'],
    ['a page', () => '<!doctype html><script>alert(1)</script>'],
    ['a picture that is markup', () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a program', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a text of other programs', () => '{\\rtf1\\ansi Dear parents}'],
    ['a GIF', () => aPhoto('image/gif')],
    ['a WebP', () => aPhoto('image/webp')],
    ['a ZIP', () => zipped([{ name: 'a.txt', content: 'x' }])],
    [
      'an OpenDocument text',
      () => zipped([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
    ],
    [
      'a document with macros',
      () =>
        Buffer.from(
          zipped([
            {
              name: '[Content_Types].xml',
              content: '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
            },
            { name: 'word/document.xml', content: 'x' },
          ]),
        ),
    ],
    [
      'a compound file of something else',
      () => aCompoundFile([stream('PowerPoint Document'), stream('Current User')]),
    ],
    ['a compound file with nothing in it', () => aCompoundFile([])],
    ['a compound file that is both', () => aCompoundFile([stream('WordDocument'), stream('Workbook')])],
    [
      'a compound file that has a workbook in a folder',
      () => aCompoundFile([{ name: 'ObjectPool', entries: [stream('Workbook')] }]),
    ],
    ['a folder that is called like the stream', () => aCompoundFile([{ name: 'WordDocument', entries: [] }])],
    ['half a compound file', () => aDoc().subarray(0, 1000)],
  ])('stays unknown of %s', async (_, bytes) => {
    expect(await typeOf(await bytes())).toBeNull();
  });

  it.each(ATTACHMENT_TYPES)('follows from the bytes: %s', async (type) => {
    expect(await typeOf(await aFileOf(type))).toBe(type);
  });

  it('follows from the bytes of an animated PNG', async () => {
    expect(await typeOf(withPngChunk(await aPhoto('image/png'), 'acTL', Buffer.alloc(8)))).toBe('image/png');
  });

  it('follows from a document whose parts are in another order, behind a large picture as well', async () => {
    expect(await typeOf(aDocx('types last'))).toBe(DOCX);
    const picture = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * i * 31) >> 3));
    expect(await typeOf(aDocx('types last', picture))).toBe(DOCX);
    expect(await typeOf(aDocx('types first', picture))).toBe(DOCX);
  });

  it('follows from a workbook of Excel 5', async () => {
    expect(await typeOf(aCompoundFile([stream('Book')]))).toBe('application/vnd.ms-excel');
  });

  it('stays that of a document though a workbook is in it, and the other way round', async () => {
    const inside = (name: string): CompoundEntry => ({
      name: 'ObjectPool',
      entries: [{ name: '_1', entries: [stream(name)] }],
    });
    expect(await typeOf(aCompoundFile([stream('WordDocument'), inside('Workbook')]))).toBe(
      'application/msword',
    );
    expect(await typeOf(aCompoundFile([stream('Workbook'), inside('WordDocument')]))).toBe(
      'application/vnd.ms-excel',
    );
  });

  it('follows from a document so large that its header cannot hold the list of its sectors', async () => {
    const large = aCompoundFile([stream('Data', 9_000_000), stream('WordDocument')]);
    expect(await typeOf(large)).toBe('application/msword');
    // The directory is not behind the data, and yet its own sector is listed: the last table is read for this one.
    const last = aCompoundFile([stream('WordDocument', 9_500_000)]);
    expect(await typeOf(last)).toBe('application/msword');
  });

  it('comes to an end with every file that is broken in one place', async () => {
    for (const bytes of [aDoc(), anXls()]) {
      for (let at = 8; at < 1600; at += 3) {
        for (const value of [0xff, at % 256]) {
          const broken = Buffer.from(bytes);
          broken[at] = value;
          await expect(typeOf(broken)).resolves.not.toBeUndefined();
        }
      }
    }
    for (const bytes of [anXlsx(), await aPhoto('image/png'), await aPhoto('image/jpeg')]) {
      for (let at = 2; at < bytes.length; at += 7) {
        const broken = Buffer.from(bytes);
        broken[at] = 0xff;
        await expect(typeOf(broken)).resolves.not.toBeUndefined();
        await expect(typeOf(bytes.subarray(0, at))).resolves.not.toBeUndefined();
      }
    }
  }, 60_000);

  it('comes to an end where the directory follows itself, and where its tree does', async () => {
    const circle = aDoc();
    // The table is the first sector, the directory the second: it is followed by itself.
    circle.writeUInt32LE(1, 512 + 4);
    expect(await typeOf(circle)).toBeNull();
    const tree = aDoc();
    for (const id of [0, 1, 2])
      for (const link of [68, 72, 76]) tree.writeUInt32LE(1, 1024 + id * 128 + link);
    expect(await typeOf(tree)).toBeDefined();
  });
});
