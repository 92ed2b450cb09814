import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { ErrorReason } from '../../../src/platform/errors/app-error.js';
import { IMAGE_TYPES, type ImageType } from '../../../src/platform/images/image-type.js';
import { ObjectStore } from '../../../src/platform/storage/object-store.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import {
  aBomb,
  anEmptyZip,
  aNoisyPhoto,
  aPhoto,
  withGifComment,
  withJpegSegment,
  withPngChunk,
  withWebpChunk,
} from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { tokenOf } from '../../support/tokens.js';

const MAX_BYTES = 5_242_880;
const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>');

let app: PhotoApp;
let school: TestSchool;
let ada: Student;
let mother: TestGuardian;
let token: string;
let live: Buffer;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  ada = await school.student();
  mother = await school.parentOf(ada);
  token = mother.token;
  await app.put(photo(), token, 'image/jpeg', await aPhoto('image/jpeg', { background: '#0a0' }));
  live = (await app.show(photo(), token)).bytes;
});

const photo = (student = ada): string => `/students/${student.id}/photo`;
const objectsOf = (id: string): string[] => app.objects().filter((key) => key.includes(id));

/** What everyone sees is what was there before, at once and after the clean-up; and nothing else is left. */
async function expectOnlyTheLivePhoto(): Promise<void> {
  const shown = await app.show(photo(), token);
  expect([shown.status, shown.contentType, shown.bytes.equals(live)]).toEqual([200, 'image/jpeg', true]);
  await app.sweepTomorrow();
  expect(objectsOf(ada.id)).toEqual([`student-photos/${ada.id}.jpg`]);
  const later = await app.show(photo(), await tokenOf(app.t, mother));
  expect(later.bytes.equals(live)).toBe(true);
}

type Upload = [what: string, type: ImageType, bytes: () => Promise<Buffer> | Buffer, reason?: ErrorReason];

const joined = async (photo: Promise<Buffer>, ...more: Buffer[]): Promise<Buffer> =>
  Buffer.concat([await photo, ...more]);

const CORPUS: Upload[] = [
  ['a PNG that is said to be a JPEG', 'image/jpeg', () => aPhoto('image/png'), 'unsupported_type'],
  ['a JPEG that is said to be a PNG', 'image/png', () => aPhoto('image/jpeg'), 'unsupported_type'],
  ['an SVG', 'image/png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_type'],
  [
    'an SVG with an XML head',
    'image/webp',
    () => Buffer.from('<?xml version="1.0"?><svg/>'),
    'unsupported_type',
  ],
  ['a page', 'image/gif', () => PAGE, 'unsupported_type'],
  ['a PDF', 'image/jpeg', () => Buffer.from('%PDF-1.7\n%%EOF'), 'unsupported_type'],
  ['a magic number and noise', 'image/jpeg', () => Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1')],
  ['nothing but a magic number', 'image/gif', () => Buffer.from('GIF89a')],
  ['nothing at all', 'image/png', () => Buffer.alloc(0), 'unsupported_type'],
  ['half a JPEG', 'image/jpeg', async () => (await aNoisyPhoto('image/jpeg', 200, 200)).subarray(0, 9000)],
  ['half a PNG', 'image/png', async () => (await aNoisyPhoto('image/png', 200, 200)).subarray(0, 9000)],
  ['half a WebP', 'image/webp', async () => (await aNoisyPhoto('image/webp', 200, 200)).subarray(0, 9000)],
  ['a GIF without its end', 'image/gif', async () => (await aPhoto('image/gif')).subarray(0, -1)],
  ['a JPEG with a ZIP behind it', 'image/jpeg', () => joined(aPhoto('image/jpeg'), anEmptyZip())],
  ['a PNG with a page behind it', 'image/png', () => joined(aPhoto('image/png'), PAGE)],
  [
    'a GIF with a script behind it',
    'image/gif',
    () => joined(aPhoto('image/gif'), Buffer.from('*/alert(1)')),
  ],
  [
    'a WebP with a film behind it',
    'image/webp',
    () => joined(aPhoto('image/webp'), Buffer.from('....ftypmp42')),
  ],
  [
    'a JPEG with a page in a comment',
    'image/jpeg',
    async () => withJpegSegment(await aPhoto('image/jpeg'), 0xfe, PAGE),
  ],
  [
    'a JPEG with a PDF in a comment',
    'image/jpeg',
    async () => withJpegSegment(await aPhoto('image/jpeg'), 0xfe, Buffer.from('%PDF-1.7')),
  ],
  [
    'a PNG with a program in its text',
    'image/png',
    async () =>
      withPngChunk(await aPhoto('image/png'), 'tEXt', Buffer.from('Comment\0<?php system($_GET[0]) ?>')),
  ],
  [
    'a GIF with a page in a comment',
    'image/gif',
    async () => withGifComment(await aPhoto('image/gif'), PAGE.toString()),
  ],
  [
    'a WebP with a page in its metadata',
    'image/webp',
    async () => withWebpChunk(await aPhoto('image/webp'), 'XMP ', PAGE),
  ],
  ['30,000 × 30,000 pixels', 'image/png', aBomb],
];

describe('an upload that is refused at the confirm step', () => {
  it.each(CORPUS.map(([what, type, bytes, reason]) => ({ what, type, bytes, reason })))(
    '$what',
    async ({ type, bytes, reason }) => {
      const key = await app.upload(photo(), token, type, await bytes());
      expectError(await app.confirm(photo(), token, key), 400, 'validation_failed', reason);
      expect(objectsOf(ada.id)).toEqual([`student-photos/${ada.id}.jpg`]);
      await expectOnlyTheLivePhoto();
    },
  );

  it('5 MB and one byte', async () => {
    const { body } = await app.address(photo(), token, 'image/png');
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    const put = await app.send(body.upload_url, { method: 'PUT', headers: body.headers, body: bytes });
    expect(put.status).toBe(413);
    expectError(await app.confirm(photo(), token, body.photo_key), 400, 'validation_failed');
    await expectOnlyTheLivePhoto();
  });

  it('5 MB and one byte, in a store that takes more', async () => {
    const { body } = await app.address(photo(), token, 'image/png');
    const staged = `staging/${mother.membershipId}/student-photos/${ada.id}.png`;
    const bytes = Buffer.concat([await aPhoto('image/png'), Buffer.alloc(MAX_BYTES)]);
    await app.t.app.get(ObjectStore).write(staged, { bytes, contentType: 'image/png' });
    expectError(await app.confirm(photo(), token, body.photo_key), 400, 'validation_failed');
    expect(objectsOf(ada.id)).toEqual([`student-photos/${ada.id}.jpg`]);
    await expectOnlyTheLivePhoto();
  });
});

describe('a photo key that is none of this student', () => {
  const foreign: [string, (other: Student) => string][] = [
    ['of another student', ({ id }) => `student-photos/${id}.png`],
    ['of a parent', () => `parent-photos/${mother.membershipId}.png`],
    ['of the staging place', () => `staging/${mother.membershipId}/student-photos/${ada.id}.png`],
    ['with another extension', () => `student-photos/${ada.id}.svg`],
    ['without an extension', () => `student-photos/${ada.id}`],
    ['in capitals', () => `student-photos/${ada.id.toUpperCase()}.png`],
    ['that climbs', ({ id }) => `student-photos/../student-photos/${id}.png`],
    ['that climbs out', () => `../../etc/passwd.png`],
    ['that climbs within', () => `student-photos/./${ada.id}.png`],
    ['with encoded slashes', () => `student-photos%2F${ada.id}.png`],
    ['with encoded dots', ({ id }) => `student-photos/%2e%2e/student-photos/${id}.png`],
    ['with a backslash', () => `student-photos\\${ada.id}.png`],
    ['with a NUL', () => `student-photos/${ada.id}.png\u0000.jpg`],
    ['with something behind it', () => `student-photos/${ada.id}.png/../x`],
  ];

  it.each(foreign)('fails: one %s', async (_what, keyFor) => {
    const other = await school.student({ lastName: 'Ray' });
    const admin = await school.admin();
    await app.put(photo(other), admin.token, 'image/png', await aPhoto('image/png'));
    const theirs = await app.upload(
      photo(other),
      token === admin.token ? token : admin.token,
      'image/png',
      PAGE,
    );
    await app.upload(photo(), token, 'image/png', await aPhoto('image/png'));
    const answer = await app.confirm(photo(), token, keyFor(other));
    expectError(answer, 400, 'validation_failed', 'foreign_key_not_owned');
    // The caller's own upload for this student is gone; nobody else's is touched.
    expect(theirs).toBe(`student-photos/${other.id}.png`);
    expect(objectsOf(ada.id)).toEqual([`student-photos/${ada.id}.jpg`]);
    expect(objectsOf(other.id)).toEqual([
      `staging/${admin.membershipId}/student-photos/${other.id}.png`,
      `student-photos/${other.id}.png`,
    ]);
    await expectOnlyTheLivePhoto();
    expect(objectsOf(other.id)).toEqual([`student-photos/${other.id}.png`]);
  });
});

describe('what nobody confirms', () => {
  it('goes after a day', async () => {
    for (const type of IMAGE_TYPES) await app.upload(photo(), token, type, await aPhoto(type));
    expect(objectsOf(ada.id)).toHaveLength(5);
    await expectOnlyTheLivePhoto();
  });

  it('goes also when it was uploaded once more after the confirmation', async () => {
    const { body } = await app.address(photo(), token, 'image/jpeg');
    const send = async (bytes: Buffer) =>
      app.send(body.upload_url, { method: 'PUT', headers: body.headers, body: bytes });
    await send(await aPhoto('image/jpeg', { background: '#00a' }));
    expect((await app.confirm(photo(), token, body.photo_key)).status).toBe(200);
    live = (await app.show(photo(), token)).bytes;
    await send(PAGE);
    await expectOnlyTheLivePhoto();
  });
});

describe('a confirmation that dies at its commit', () => {
  it('leaves the live photo, and nothing else after a day', async () => {
    await app.t.dataSource.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create constraint trigger dies after insert or update on student_photos deferrable initially deferred
        for each row when (new.student_id = '${ada.id}') execute function refuse()`);
    const key = await app.upload(photo(), token, 'image/png', await aPhoto('image/png'));
    expectError(await app.confirm(photo(), token, key), 500, 'internal_error');
    await app.t.dataSource.query('drop trigger dies on student_photos; drop function refuse');
    expect(objectsOf(ada.id)).toContain(`student-photos/${ada.id}.png`);
    await expectOnlyTheLivePhoto();
  });
});
