import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPdf } from '../../support/files/attachment-files.js';
import {
  BOUNDARY,
  field,
  filePart,
  FORM_TYPE,
  spooledFiles,
  wire,
  type Part,
} from '../../support/upload.factory.js';
import { expectInvalid } from '../../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';

let app: PhotoApp;
let path: string;
let token: string;
beforeAll(async () => {
  app = await startPhotoApp();
  const school = await aSchool(app.t);
  ({ token } = await school.admin());
  path = `/schools/${school.id}/attachments`;
});
afterAll(() => app.close());

const PDF = aPdf();
const FOR_A_DOCUMENT = field('entity_type', 'document');

const sendBytes = (body: Buffer | string, type = FORM_TYPE): Promise<ApiAnswer> =>
  app.t.api.post(path, {
    token,
    body: Buffer.from(body),
    headers: { 'content-type': type },
  });
const send = (...parts: Part[]): Promise<ApiAnswer> => sendBytes(wire(parts));

/** Whatever was refused, nothing is left of it. */
async function expectRefused(answer: ApiAnswer, ...fields: string[]): Promise<void> {
  expectInvalid(answer, ...fields);
  expect([spooledFiles(), app.objects()]).toEqual([[], []]);
}

describe('The form of an upload is refused', () => {
  it.each<[string, string]>([
    ['JSON', 'application/json'],
    ['a form without a file', 'application/x-www-form-urlencoded'],
    ['another multipart', `multipart/mixed; boundary=${BOUNDARY}`],
    ['a text', 'text/plain'],
    ['no type', ''],
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['an empty boundary in quotes', 'multipart/form-data; boundary=""'],
    ['a boundary that is another parameter', 'multipart/form-data; charset=utf-8'],
    ['a boundary that is not in it', 'multipart/form-data; boundary=another'],
  ])('with %s', async (_, type) => {
    const body = type === 'application/json' ? '{}' : wire([FOR_A_DOCUMENT, filePart(PDF)]);
    await expectRefused(await sendBytes(body, type), 'file');
  });

  it.each<[string, Part[], string[]]>([
    ['nothing in it', [], ['entity_type', 'file']],
    ['no file', [FOR_A_DOCUMENT], ['file']],
    ['no entity type', [filePart(PDF)], ['entity_type']],
    ['neither', [field('title', 'x')], ['entity_type', 'file']],
    ['another entity type', [field('entity_type', 'poll'), filePart(PDF)], ['entity_type']],
    ['an entity type in capitals', [field('entity_type', 'Document'), filePart(PDF)], ['entity_type']],
    ['an empty entity type', [field('entity_type', ''), filePart(PDF)], ['entity_type']],
    [
      'an entity type with a path in it',
      [field('entity_type', '../document'), filePart(PDF)],
      ['entity_type'],
    ],
    [
      'an endless entity type',
      [field('entity_type', 'document'.repeat(1000)), filePart(PDF)],
      ['entity_type'],
    ],
    ['two entity types', [FOR_A_DOCUMENT, FOR_A_DOCUMENT, filePart(PDF)], ['entity_type']],
    [
      'an entity type that is a file',
      [filePart('document', 'filename="a"', '', 'entity_type'), filePart(PDF)],
      ['file'],
    ],
    ['two files', [FOR_A_DOCUMENT, filePart(PDF), filePart(PDF)], ['file']],
    [
      'a file under another name',
      [FOR_A_DOCUMENT, filePart(PDF, 'filename="a.pdf"', 'application/pdf', 'upload')],
      ['file'],
    ],
    ['a file that is no file', [FOR_A_DOCUMENT, field('file', PDF.toString('latin1'))], ['file']],
    ['an empty file', [FOR_A_DOCUMENT, filePart('')], ['file']],
    ['no file chosen', [FOR_A_DOCUMENT, filePart('', 'filename=""', 'application/octet-stream')], ['file']],
    ['a file without a name', [FOR_A_DOCUMENT, filePart(PDF, 'filename=""')], ['file']],
    ['a file that is called like its ending', [FOR_A_DOCUMENT, filePart(PDF, 'filename=".pdf"')], ['file']],
    [
      'a file that is called like a folder',
      [FOR_A_DOCUMENT, filePart(PDF, 'filename="letters.pdf/"')],
      ['file'],
    ],
    [
      'a part without a name',
      [FOR_A_DOCUMENT, { headers: ['Content-Type: application/pdf'], body: PDF }],
      ['file'],
    ],
  ])('with %s', async (_, parts, fields) => {
    await expectRefused(await send(...parts), ...fields);
  });

  it.each<[string, Part[]]>([
    ['empty parts', Array.from({ length: 10_000 }, () => ({ headers: [] }))],
    ['fields', Array.from({ length: 10_000 }, (_, i) => field(`a${i}`, 'x'))],
    ['parts that nobody can name', Array.from({ length: 10_000 }, () => ({ headers: ['X: y'], body: 'x' }))],
    ['files', Array.from({ length: 10_000 }, () => filePart('x'))],
  ])('with ten thousand tiny %s', async (_, parts) => {
    const answer = await send(FOR_A_DOCUMENT, ...parts, filePart(PDF));
    await expectRefused(answer, 'file');
    expect(answer.body.error.fields[0].message).toMatch(/too many|once/);
  });

  it('with a header that has no end', async () => {
    const endless: Part = {
      headers: [`X-Long: ${'x'.repeat(1_000_000)}`, ...filePart('').headers],
      body: PDF,
    };
    await expectRefused(await send(FOR_A_DOCUMENT, endless), 'file');
  });

  it('wherever it breaks off', async () => {
    const whole = wire([FOR_A_DOCUMENT, filePart(PDF)]);
    // Not the line break behind the end: whoever leaves it out is understood.
    for (let end = 0; end < whole.length - 2; end += 5)
      await expectRefused(await sendBytes(whole.subarray(0, end)), 'file');
    await expectRefused(await sendBytes(wire([FOR_A_DOCUMENT, filePart(PDF)], '')), 'file');
    await expectRefused(await sendBytes(wire([filePart(PDF), FOR_A_DOCUMENT], `--${BOUNDARY}`)), 'file');
  });
});

describe('The form of an upload is taken', () => {
  const fileNameOf = async (...parts: Part[]): Promise<unknown> => {
    const { status, body } = await send(...parts);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.file_name;
  };

  it('with its fields in any order, and more of them than are asked for', async () => {
    await fileNameOf(FOR_A_DOCUMENT, filePart(PDF));
    await fileNameOf(filePart(PDF), FOR_A_DOCUMENT);
    await fileNameOf(field('title', 'x'), filePart(PDF), field('note', 'x'.repeat(5000)), FOR_A_DOCUMENT);
  });

  it('with words before it and behind it, and a boundary of any letters', async () => {
    const body = wire([FOR_A_DOCUMENT, filePart(PDF)]);
    expect(
      (await sendBytes(Buffer.concat([Buffer.from('Hello\r\n'), body, Buffer.from('Bye')]))).status,
    ).toBe(201);
    const boundary = "a'()+_,-./:=? b";
    const other = Buffer.from(body.toString('latin1').replaceAll(BOUNDARY, boundary), 'latin1');
    expect(
      (await sendBytes(other, `Multipart/Form-Data; charset=utf-8; Boundary="${boundary}"`)).status,
    ).toBe(201);
  });

  it.each([
    ['filename="Elternbrief M\u00fcller.pdf"', 'Elternbrief M\u00fcller.pdf'],
    ['filename="お知らせ🏫.pdf"', 'お知らせ🏫.pdf'],
    ['filename="Mu\u0308ller.pdf"', 'M\u00fcller.pdf'],
    ["filename*=UTF-8''Brief%20%E2%82%AC.pdf", 'Brief €.pdf'],
    ["filename*=iso-8859-1''M%FCller.pdf", 'M\u00fcller.pdf'],
    ["filename*=UTF-8''..%2F..%2Fetc%2Fletter.pdf", 'letter.pdf'],
    ['filename="C:\\Users\\ada\\letter.pdf"', 'letter.pdf'],
    ['filename="../../letter.pdf"', 'letter.pdf'],
    ['filename="a \\"good\\" letter.pdf"', 'a "good" letter.pdf'],
    ['filename="semi;colon.pdf"', 'semi;colon.pdf'],
    ['filename=letter.pdf', 'letter.pdf'],
    [`filename="${'x'.repeat(500)}.pdf"`, `${'x'.repeat(196)}.pdf`],
  ])('with a file called %s', async (name, kept) => {
    expect(await fileNameOf(FOR_A_DOCUMENT, filePart(PDF, name))).toBe(kept);
  });
});
