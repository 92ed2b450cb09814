import { deflateSync } from 'node:zlib';
import { aCompoundFile } from '../../support/files/compound-file.js';
import { aBomb, anAnimation, aPhoto, joined, pngChunk, withJpegSegment } from '../../support/files/images.js';
import { zipped, type ZipEntry } from '../../imports/zip-file.js';
import { filled } from './shapes.js';

export interface HostileFile {
  fileName: string;
  contentType: string;
  bytes: Buffer;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MB = 1_000_000;

/** A document, and what else is in its archive; of a name that is there the last one counts for nobody. */
const office = (further: ZipEntry[], types = ''): HostileFile => ({
  fileName: 'a.docx',
  contentType: DOCX,
  bytes: zipped([
    {
      name: '[Content_Types].xml',
      content: `<Types><Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/>${types}</Types>`,
    },
    { name: 'word/document.xml', content: '<w:document/>' },
    ...further,
  ]),
});
const relations = (content: string): HostileFile =>
  office([{ name: 'word/_rels/settings.xml.rels', content }]);
const image = (type: 'png' | 'jpeg' | 'gif' | 'webp', bytes: Buffer): HostileFile => ({
  fileName: `a.${type.replace('jpeg', 'jpg')}`,
  contentType: `image/${type}`,
  bytes,
});

/** RIFF with chunks that hold nothing. */
function emptyChunks(count: number): Buffer {
  const chunk = Buffer.from('abcd\0\0\0\0', 'latin1');
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + 8 * count, 4);
  return Buffer.concat([head, ...Array<Buffer>(count).fill(chunk)]);
}

/** A directory whose siblings are one long chain. */
const longChain = (): Buffer =>
  aCompoundFile(
    Array.from({ length: 4_000 }, (_, at) => ({
      name: `s${String(at).padStart(6, '0')}`,
      content: Buffer.alloc(0),
    })),
  );

/** By name: what looks like one of the types that are taken, and costs more than its length wherever it is read too closely. */
export const FILES: [name: string, file: () => HostileFile | Promise<HostileFile>][] = [
  ['relations of less-than signs', () => relations(filled('<', 999_000))],
  ['relations that begin and never end', () => relations(filled('<a TargetMode', 999_000))],
  [
    'relations of external targets without an end',
    () => relations(filled('<a TargetMode="External" ', 999_000)),
  ],
  [
    'relations of external targets in one tag',
    () => relations(`<a ${filled('TargetMode="External" ', 999_000)}`),
  ],
  ['relations of blanks', () => relations(`<a ${filled(`TargetMode${' '.repeat(10_000)}`, 999_000)}`)],
  ['relations of references', () => relations(filled('&#116;', 999_000))],
  [
    'relations of entities',
    () => relations(`<!DOCTYPE a [<!ENTITY b "b">${filled('<!ENTITY c "&b;&b;">', 900_000)}]><a>&c;</a>`),
  ],
  ['deep relations', () => relations(filled('<a>', 999_000))],
  [
    'relations of attributes',
    () => relations(`<a${Array.from({ length: 60_000 }, (_, at) => ` a${at}="b"`).join('')}/>`),
  ],
  [
    'many relations',
    () =>
      office(
        Array.from({ length: 2_000 }, (_, at) => ({
          name: `word/_rels/p${at}.xml.rels`,
          content: '<Relationships/>',
        })),
      ),
  ],
  [
    'relations that are all large',
    () =>
      office(
        Array.from({ length: 30 }, (_, at) => ({
          name: `word/_rels/p${at}.xml.rels`,
          content: filled('<', 999_000),
        })),
      ),
  ],
  ['types of entities', () => office([], filled('&lt;', 900_000))],
  ['many parts', () => office(Array.from({ length: 8_000 }, (_, at) => ({ name: `p${at}`, content: '' })))],
  [
    'a part that says it is small',
    () => office([{ name: 'word/_rels/a.rels', content: filled('<', 20 * MB), claimedSize: 10 }]),
  ],
  [
    'an old document with a long chain',
    () => ({ fileName: 'a.doc', contentType: 'application/msword', bytes: longChain() }),
  ],
  [
    'a PDF of its beginning',
    () => ({
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      bytes: Buffer.from(filled('%PDF-1.4\n', 5 * MB)),
    }),
  ],
  ['a PNG of many pixels', () => image('png', aBomb())],
  [
    'a PNG of empty chunks',
    () =>
      image(
        'png',
        joined(
          '\x89PNG\r\n\x1a\n',
          Buffer.concat(Array<Buffer>(300_000).fill(pngChunk('tEXt', Buffer.alloc(0)))),
        ),
      ),
  ],
  [
    'a PNG with markup',
    () =>
      image(
        'png',
        joined(
          '\x89PNG\r\n\x1a\n',
          pngChunk('tEXt', Buffer.from(filled('<svg<!doctyp', 4 * MB))),
          pngChunk('IDAT', deflateSync('a')),
        ),
      ),
  ],
  [
    'a JPEG of empty segments',
    async () =>
      image('jpeg', joined((await aPhoto('image/jpeg')).subarray(0, 2), filled('\xff\xfe\0\x02', 4 * MB))),
  ],
  [
    'a JPEG of fill bytes',
    () => image('jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(4 * MB, 0xff)])),
  ],
  [
    'a JPEG of stuffed zeros',
    () => image('jpeg', joined('\xff\xd8\xff\xda\0\x02', filled('\xff\0', 4 * MB))),
  ],
  [
    'a JPEG with markup',
    async () =>
      image(
        'jpeg',
        withJpegSegment(await aPhoto('image/jpeg'), 0xfe, Buffer.from(filled('<!doctyp<scrip', 60_000))),
      ),
  ],
  [
    'a GIF of many blocks',
    () => image('gif', joined('GIF89a\x01\0\x01\0\0\0\0', '\x21\xfe', filled('\x01a', 4 * MB))),
  ],
  [
    'a GIF of many frames',
    async () => image('gif', await anAnimation('image/gif', { frames: 100, side: 300 })),
  ],
  ['a WebP of empty chunks', () => image('webp', emptyChunks(500_000))],
];
