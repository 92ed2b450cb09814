import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import type { ErrorReason } from '../../../src/platform/errors/app-error.js';
import {
  extensionOf,
  IMAGE_TYPES,
  type ImageType,
  MAX_IMAGE_BYTES,
} from '../../../src/platform/images/image-type.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aForm, SchoolImages } from '../../support/files/embedded-images.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aBomb, anAnimation, anEmptyZip, aNoisyPhoto, aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';

let app: PhotoApp;
let school: TestSchool;
let admin: TestMember;
let images: SchoolImages;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  admin = await school.admin('junior_admin');
  images = new SchoolImages(app.t, school);
});

const rows = () =>
  app.t.dataSource.query<unknown[]>('select 1 from embedded_images where school_id = $1', [school.id]);
const objects = (): string[] => app.objects().filter((key) => key.includes(school.id));

/** Whatever a client is said to send and never does, or would go on sending for ever. */
function sendSlowly(path: string, token: string, headers: string, part: Buffer, times: number) {
  const { hostname, port } = new URL(app.t.url);
  return new Promise<{ text: string; sent: number }>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let [text, sent] = ['', 0];
    socket.on('data', (data) => {
      text += data.toString();
      // The whole body: what keeps the connection open after it is no part of the answer.
      if (text.endsWith('}}')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text, sent }));
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n${headers}\r\n\r\n`,
    );
    const write = (): void => {
      if (socket.destroyed || text !== '' || sent >= times) return;
      sent += 1;
      socket.write(part, () => void setTimeout(1).then(write));
    };
    write();
  });
}

const REVOKE = 'update organization_grants set revoked_at = now() where membership_id = $1';
const DEACTIVATE = 'update memberships set deactivated_at = now() where id = $1';
const LEAVE = 'delete from memberships where id = $1';

/** Something happens when the first half of the form is there. */
async function sendInTwo(token: string, bytes: Buffer, between: () => Promise<unknown>): Promise<number> {
  const spooled = (): boolean =>
    readdirSync(tmpdir()).some((name) => name.startsWith(`school-directory-upload-${process.pid}-`));
  const body = async function* () {
    yield Buffer.concat([Buffer.from(HEAD), bytes.subarray(0, 100)]);
    while (!spooled()) await setTimeout(10);
    await between();
    yield Buffer.concat([bytes.subarray(100), Buffer.from('\r\n--x--\r\n')]);
  };
  const response = await fetch(`${app.t.url}/api/v1${images.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  return response.status;
}

const HEAD =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

describe('POST /schools/:schoolId/images', () => {
  refusesOutsidersOfTheSchool(() => app.t, { method: 'POST', path: (id) => `/schools/${id}/images` });

  it('refuses a parent, and editors without a live grant in this school', async () => {
    const team = await anOrganization(app.t, school);
    const another = await aSchool(app.t);
    const elsewhere = await anOrganization(app.t, another);
    const [parent, over, early, revoked, foreign, ofArchived] = await Promise.all(
      Array.from({ length: 6 }, () => school.parent()),
    );
    await team.grant(over!, { expiresAt: new Date('2021-01-01T00:00:00Z') });
    await team.grant(early!, { startsAt: new Date('2199-01-01T00:00:00Z') });
    await team.grant(revoked!, { revokedAt: new Date('2021-01-01T00:00:00Z') });
    await elsewhere.grant(await another.parent({}, foreign));
    const archived = await anOrganization(app.t, school);
    await archived.grant(ofArchived!);
    await archived.archive();
    for (const { token } of [parent!, over!, early!, revoked!, foreign!, ofArchived!])
      expectError(
        await images.post(token, aForm(await aPhoto('image/png'), 'image/png')),
        403,
        'not_authorized',
      );
    expect(await rows()).toEqual([]);
  });

  it('refuses a parent before anything of the form has come', async () => {
    const { token } = await school.parent();
    const length = 'Content-Length: 1000000';
    const { text, sent } = await sendSlowly(images.path, token, length, Buffer.alloc(0), 0);
    expect([text.slice(9, 12), sent]).toEqual(['403', 0]);
    expect(text).toContain('"not_authorized"');
  });

  it('refuses a revoked grant at the next upload', async () => {
    const [team, editor] = [await anOrganization(app.t, school), await school.parent()];
    const { id } = await team.grant(editor);
    await images.upload(editor);
    await app.t.dataSource.query('update organization_grants set revoked_at = now() where id = $1', [id]);
    const again = await images.post(editor.token, aForm(await aPhoto('image/png'), 'image/png'));
    expectError(again, 403, 'not_authorized');
  });

  it.each<[string, (editor: TestMember) => Promise<unknown>]>([
    ['whose grant is revoked', ({ membershipId }) => app.t.dataSource.query(REVOKE, [membershipId])],
    ['who leaves the school', ({ membershipId }) => app.t.dataSource.query(LEAVE, [membershipId])],
    ['who is deactivated', (editor) => app.t.dataSource.query(DEACTIVATE, [editor.membershipId])],
  ])('refuses an editor %s while the picture comes in', async (_, end) => {
    const [team, editor] = [await anOrganization(app.t, school), await school.parent()];
    await team.grant(editor);
    const ended = await sendInTwo(editor.token, await aPhoto('image/png'), () => end(editor));
    expect([ended, await rows()]).toEqual([403, []]);
  });

  it('asks for a form with one file', async () => {
    const picture = await aPhoto('image/png');
    const two = aForm(picture, 'image/png');
    two.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'b.png');
    const text = new FormData();
    text.append('file', 'mud.png');
    for (const form of [new FormData(), text, two, aForm(picture, 'image/png', 'picture')])
      expectInvalid(await images.post(admin.token, form), 'file');
    expectInvalid(await app.t.api.post(images.path, { token: admin.token, body: { file: 'x' } }), 'file');
    expectInvalid(await app.t.api.post(images.path, { token: admin.token }), 'file');
    expect(await rows()).toEqual([]);
  });

  it.each(['image/svg+xml', 'image/heic', 'application/pdf', 'application/octet-stream', 'text/plain'])(
    'refuses %s',
    async (type) => {
      const answer = await images.post(admin.token, aForm(await aPhoto('image/png'), type));
      expectError(answer, 400, 'validation_failed', 'unsupported_type');
    },
  );

  it.each<[string, ImageType, () => Promise<Buffer> | Buffer, ErrorReason?]>([
    ['nothing', 'image/png', () => Buffer.alloc(0), 'unsupported_type'],
    ['a PNG that is said to be a JPEG', 'image/jpeg', () => aPhoto('image/png'), 'unsupported_type'],
    ['a page', 'image/gif', () => Buffer.from('<!doctype html>'), 'unsupported_type'],
    ['a drawing', 'image/png', () => Buffer.from('<svg xmlns="…"></svg>'), 'unsupported_type'],
    ['half a WebP', 'image/webp', async () => (await aNoisyPhoto('image/webp', 200, 200)).subarray(0, 9000)],
    [
      'a JPEG with a ZIP behind it',
      'image/jpeg',
      async () => Buffer.concat([await aPhoto('image/jpeg'), anEmptyZip()]),
    ],
    ['30,000 × 30,000 pixels', 'image/png', aBomb],
    ['501 frames', 'image/gif', () => anAnimation('image/gif', { frames: 501, side: 2 })],
  ])('refuses %s', async (...[, type, bytes, reason]) => {
    const answer = await images.post(admin.token, aForm(await bytes(), type));
    expectError(answer, 400, 'validation_failed', reason);
    expect([await rows(), objects()]).toEqual([[], []]);
  });

  it('looks at 5 MB, and no byte more', async () => {
    const most = Buffer.alloc(MAX_IMAGE_BYTES);
    const looked = await images.post(admin.token, aForm(most, 'image/png'));
    expectError(looked, 400, 'validation_failed', 'unsupported_type');
    const more = await images.post(admin.token, aForm(Buffer.concat([most, Buffer.alloc(1)]), 'image/png'));
    expectError(more, 413, 'payload_too_large');
  });

  it('tells a client that goes on sending for ever, without reading on', async () => {
    const part = Buffer.alloc(64 * 1024);
    const chunk = (bytes: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const headers = 'Transfer-Encoding: chunked';
    const first = chunk(Buffer.concat([Buffer.from(HEAD), part]));
    const form = await sendSlowly(images.path, admin.token, headers, first, 1000);
    expect(form.text.slice(9, 12)).toBe('413');
    expect(form.text).toContain('"payload_too_large"');
    expect(form.sent).toBeLessThan(150);
  });

  it.each(IMAGE_TYPES)('takes a %s upright, without place and camera', async (type) => {
    const photo = await aPhoto(type, { width: 64, height: 48, orientation: type === 'image/gif' ? 1 : 6 });
    const { status, body, headers } = await images.post(admin.token, aForm(photo, type));
    const size = type === 'image/gif' ? { width: 64, height: 48 } : { width: 48, height: 64 };
    expect([status, body]).toEqual([201, { id: expect.any(String), content_type: type, ...size }]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(objects()).toEqual([`images/${school.id}/${body.id}.${extensionOf(type)}`]);
    const shown = await app.show(`${images.path}/${body.id}`, admin.token);
    expect([shown.status, shown.contentType]).toEqual([200, type]);
    const { exif, ...metadata } = await sharp(shown.bytes).metadata();
    expect([metadata, exif]).toEqual([expect.objectContaining(size), undefined]);
    expect(shown.bytes.includes('Maria Park')).toBe(false);
  });

  it('takes one from an editor with a live grant, and from both kinds of admin', async () => {
    const [team, editor] = [await anOrganization(app.t, school), await school.parent()];
    await team.grant(editor);
    for (const person of [editor, admin, await school.admin()]) await images.upload(person);
    expect(await rows()).toHaveLength(3);
  });

  it('needs no feature', async () => {
    await school.setFeatures({ document_library: false, notices: false, calendar: false });
    expect(await images.seen(admin, await images.upload(admin))).toBe(200);
  });

  it('removes after a day what nothing embeds, row and object', async () => {
    const first = await images.upload(admin);
    expect(await images.isUsed(first)).toBe(false);
    app.t.clock.advance(24 * 3_600_000 - 60_000);
    const admin2 = await school.admin();
    const second = await images.upload(admin2);
    expect(await rows()).toHaveLength(2);
    app.t.clock.advance(61_000);
    const admin3 = await school.admin();
    expect(await images.seen(admin3, first)).toBe(404);
    const third = await images.upload(admin3);
    expect(await Promise.all([first, second, third].map((id) => images.find(id)))).toEqual([
      null,
      expect.anything(),
      expect.anything(),
    ]);
    await app.sweepTomorrow();
    expect(objects()).toEqual([]);
  });
});
