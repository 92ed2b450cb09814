import type { AttachmentType } from '../../../src/features/attachments/attachment-type.js';
import { zipped } from '../../imports/zip-file.js';
import { aCompoundFile } from './compound-file.js';
import { aPhoto } from './images.js';

/* Small files of every attachment type, made by code: what an office program or a camera would write, and no more. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;

/** A file of the type, to be sent under any name that ends in its extension. */
export async function aFileOf(type: AttachmentType): Promise<Buffer> {
  return MADE[type]();
}

const MADE: Record<AttachmentType, () => Buffer | Promise<Buffer>> = {
  'application/pdf': () => aPdf(),
  'application/msword': aDoc,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': () => aDocx(),
  'application/vnd.ms-excel': anXls,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': anXlsx,
  'image/jpeg': () => aPhoto('image/jpeg'),
  'image/png': () => aPhoto('image/png'),
};

/** One page with a line of text. @param sizeBytes what it is filled up to, with a comment that no reader shows */
export function aPdf(text = 'Field trip', sizeBytes = 0): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = (start: number): string =>
    `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  const filling = sizeBytes - body.length - end(sizeBytes).length;
  if (filling >= 2) body += `%${'x'.repeat(filling - 2)}\n`;
  const tail = end(body.length);
  const missing = Math.max(0, sizeBytes - body.length - tail.length);
  return Buffer.from(body + tail + '\n'.repeat(missing), 'latin1');
}

/** @param order of its parts: Word writes the list of types first, LibreOffice last */
export function aDocx(
  order: 'types first' | 'types last' = 'types first',
  further: Buffer | null = null,
): Buffer {
  const types = {
    name: '[Content_Types].xml',
    content: contentTypes('word/document', 'wordprocessingml.document'),
  };
  const document = `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Field trip</w:t></w:r></w:p></w:body></w:document>`;
  const parts = [
    { name: '_rels/.rels', content: rootRelation('word/document.xml') },
    ...(further ? [{ name: 'word/media/image1.png', content: further }] : []),
    { name: 'word/document.xml', content: document },
  ];
  return zipped(order === 'types first' ? [types, ...parts] : [...parts, types]);
}

export function anXlsx(): Buffer {
  const main = `xmlns="${OFFICE}/spreadsheetml/2006/main"`;
  const sheets = `<sheets><sheet name="Roster" sheetId="1" r:id="rId1"/></sheets>`;
  const relation = `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>`;
  const cell = `<c r="A1" t="inlineStr"><is><t>Ada Park</t></is></c>`;
  return zipped([
    { name: '[Content_Types].xml', content: contentTypes('xl/workbook', 'spreadsheetml.sheet', SHEET) },
    { name: '_rels/.rels', content: rootRelation('xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook ${main} xmlns:r="${RELATIONS}">${sheets}</workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relations(relation) },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet ${main}><sheetData><row r="1">${cell}</row></sheetData></worksheet>`,
    },
  ]);
}

const SHEET =
  '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>';

const contentTypes = (part: string, kind: string, more = ''): string =>
  `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/>${more}</Types>`;

const relations = (inner: string): string =>
  `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${inner}</Relationships>`;

const rootRelation = (target: string): string =>
  relations(`<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="${target}"/>`);

/** The container and the beginning of its main stream, [MS-DOC] §2.5.1: an empty document. */
export function aDoc(): Buffer {
  const main = Buffer.alloc(4096);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x00c1, 2);
  return aCompoundFile([
    { name: 'WordDocument', content: main },
    { name: '1Table', content: Buffer.alloc(4096) },
  ]);
}

/** A workbook with one empty sheet, [MS-XLS] §2.1.7.20. */
export function anXls(): Buffer {
  const record = (type: number, data: number[]): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(data.length, 2);
    return Buffer.concat([head, Buffer.from(data)]);
  };
  const beginning = (kind: number) =>
    record(0x809, [0, 6, kind, 0, 0xbb, 0x0d, 0xcc, 0x07, ...Array<number>(8).fill(0)]);
  const end = record(0x0a, []);
  const sheetAt = beginning(5).length + 4 + 14 + end.length;
  const name = record(0x85, [sheetAt, 0, 0, 0, 0, 0, 6, 0, ...Buffer.from('Roster')]);
  const workbook = Buffer.concat([beginning(5), name, end, beginning(0x10), end]);
  return aCompoundFile([
    { name: 'Workbook', content: Buffer.concat([workbook, Buffer.alloc(4096 - workbook.length)]) },
  ]);
}
