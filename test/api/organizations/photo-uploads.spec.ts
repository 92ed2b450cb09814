import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import exifr from 'exifr';
import sharp from 'sharp';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import { OrganizationPhoto } from '../../../src/features/organizations/photos/organization-photo.entity.js';
import type { ErrorReason } from '../../../src/platform/errors/app-error.js';
import { extensionOf, IMAGE_TYPES, type ImageType } from '../../../src/platform/images/image-type.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aBomb, anEmptyZip, aNoisyPhoto, aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';

let app: PhotoApp;
let school: TestSchool;
let chess: TestOrganization;
let editor: TestMember;
let token: string;
let photos: string;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  chess = await anOrganization(app.t, school);
  editor = await chess.anEditor();
  token = editor.token;
  photos = `/organizations/${chess.id}/photos`;
});

const rows = () => app.t.dataSource.manager.findBy(OrganizationPhoto, { organizationId: chess.id });
const objects = (): string[] => app.objects().filter((key) => key.includes(chess.id));
const upload = async (type: ImageType = 'image/png'): Promise<string> =>
  app.upload(photos, token, type, await aPhoto(type));
const confirm = (key: unknown, more: object = {}): Promise<ApiAnswer> =>
  app.t.api.post(photos, { token, body: { photo_key: key, ...more } });
const idIn = (key: string): string => key.split('/')[2]!.split('.')[0]!;
const revoke = () =>
  app.t.dataSource.manager.update(
    OrganizationGrant,
    { organizationId: chess.id },
    { revokedAt: app.t.clock.now() },
  );

/** Nothing is shown, and after the clean-up nothing is kept. */
async function expectNothingLeft(): Promise<void> {
  expect(await rows()).toEqual([]);
  await app.sweepTomorrow();
  expect(objects()).toEqual([]);
}

async function someoneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await app.t.dataSource.query<unknown[]>(waiting)).length === 0) await setTimeout(10);
}

describe('POST /organizations/:organizationId/photos', () => {
  const call = {
    method: 'POST',
    path: (id: string) => `/organizations/${id}/photos`,
    body: { photo_key: 'organization-photos/x.png' },
  };
  hidesTheOrganizationFromOutsiders(() => app.t, call);
  refusesWhoIsNoManager(() => app.t, call);

  it.each<[object, string]>([
    [{}, 'photo_key'],
    [{ photo_key: null }, 'photo_key'],
    [{ photo_key: 7 }, 'photo_key'],
    [{ photo_key: ' ' }, 'photo_key'],
    [{ photo_key: 'x'.repeat(201) }, 'photo_key'],
    [{ photo_key: 'x', caption: 7 }, 'caption'],
    [{ photo_key: 'x', caption: 'x'.repeat(1001) }, 'caption'],
  ])('refuses %j', async (body, field) => {
    expectInvalid(await app.t.api.post(photos, { token, body }), field);
  });

  it('refuses an editor whose grant was revoked after the upload', async () => {
    const key = await upload();
    await revoke();
    expectError(await confirm(key), 403, 'not_authorized');
    await expectNothingLeft();
  });

  it('refuses an editor whose grant was revoked while the picture was looked over', async () => {
    const key = await upload();
    const confirmed = app.t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from organizations where id = $1 for update', [chess.id]);
      const pending = confirm(key);
      await someoneWaits();
      await revoke();
      return { pending };
    });
    expectError(await (await confirmed).pending, 403, 'not_authorized');
    await expectNothingLeft();
  });

  it.each<[string, ImageType, () => Promise<Buffer> | Buffer, ErrorReason?]>([
    ['a PNG that is said to be a JPEG', 'image/jpeg', () => aPhoto('image/png'), 'unsupported_type'],
    ['a page', 'image/gif', () => Buffer.from('<!doctype html>'), 'unsupported_type'],
    ['a PDF', 'image/jpeg', () => Buffer.from('%PDF-1.7\n%%EOF'), 'unsupported_type'],
    ['half a WebP', 'image/webp', async () => (await aNoisyPhoto('image/webp', 200, 200)).subarray(0, 9000)],
    [
      'a JPEG with a ZIP behind it',
      'image/jpeg',
      async () => Buffer.concat([await aPhoto('image/jpeg'), anEmptyZip()]),
    ],
    ['30,000 × 30,000 pixels', 'image/png', aBomb],
  ])('refuses and deletes %s', async (...[, type, bytes, reason]) => {
    const key = await app.upload(photos, token, type, await bytes());
    expectError(await confirm(key), 400, 'validation_failed', reason);
    expect(objects()).toEqual([]);
    expectError(await confirm(key), 400, 'validation_failed');
    await expectNothingLeft();
  });

  it('refuses a key that nothing was uploaded for, also with another extension', async () => {
    const { body } = await app.address(photos, token, 'image/png');
    expectError(await confirm(body.photo_key), 400, 'validation_failed');
    expectError(await confirm((await upload()).replace('.png', '.jpg')), 400, 'validation_failed');
    await expectNothingLeft();
  });

  it('refuses a key that is none of this organization', async () => {
    const other = await anOrganization(app.t, school);
    await other.grant(editor);
    const theirs = await app.upload(
      `/organizations/${other.id}/photos`,
      token,
      'image/png',
      await aPhoto('image/png'),
    );
    const id = idIn(await upload());
    const keys = [
      theirs,
      `organization-photos/${chess.id}/${id}.svg`,
      `organization-photos/${chess.id}/${id}`,
      `organization-photos/${chess.id.toUpperCase()}/${id}.png`,
      `organization-photos/${chess.id}/${id.toUpperCase()}.png`,
      `organization-photos/${chess.id}/${id}.png/../x.png`,
      `organization-photos/../${id}.png`,
      `organization-photos/${chess.id}/final.png`,
      `staging/${editor.membershipId}/organization-photos/${chess.id}/${id}.png`,
      `student-photos/${id}.png`,
      `parent-photos/${editor.membershipId}.png`,
      '../../etc/passwd.png',
    ];
    for (const key of keys)
      expectError(await confirm(key), 400, 'validation_failed', 'foreign_key_not_owned');
    await expectNothingLeft();
  });

  it("refuses to confirm another manager's upload, which stays theirs", async () => {
    const key = await upload();
    const { token: admins } = await school.admin();
    expectError(await app.confirm(photos, admins, key), 400, 'validation_failed');
    expect((await confirm(key)).status).toBe(201);
  });

  it('refuses a key that was confirmed before, whatever was uploaded since', async () => {
    const { body } = await app.address(photos, token, 'image/png');
    const send = async (background: string) =>
      app.send(body.upload_url, {
        method: 'PUT',
        headers: body.headers,
        body: await aPhoto('image/png', { background }),
      });
    await send('#0a0');
    expect((await confirm(body.photo_key)).status).toBe(201);
    const shown = () => app.show(`${photos}/${idIn(body.photo_key)}`, token);
    const { bytes } = await shown();
    expectError(await confirm(body.photo_key), 400, 'validation_failed', 'foreign_key_not_owned');
    await send('#a00');
    expectError(await confirm(body.photo_key), 400, 'validation_failed', 'foreign_key_not_owned');
    expect((await shown()).bytes.equals(bytes)).toBe(true);
    await app.sweepTomorrow();
    expect(objects()).toEqual([body.photo_key]);
  });

  it.each(IMAGE_TYPES)('adds %s, upright and without its place', async (type) => {
    const sideways = type === 'image/gif' ? {} : { orientation: 6 };
    const bytes = await aPhoto(type, { width: 60, height: 40, ...sideways });
    const [width, height] = type === 'image/gif' ? [60, 40] : [40, 60];
    const key = await app.upload(photos, token, type, bytes);
    const { status, body, headers } = await confirm(key, { caption: ' The final\u0000 ' });
    const photo = {
      id: idIn(key),
      caption: 'The final',
      width,
      height,
      uploaded_by_name: 'Maria Park',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    };
    expect([status, body]).toEqual([201, photo]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await app.t.api.get(photos, { token })).body).toEqual({ photos: [body] });
    const shown = await app.show(`${photos}/${body.id}`, (await school.parent()).token);
    expect([shown.status, shown.contentType]).toEqual([200, type]);
    const metadata = await sharp(shown.bytes).metadata();
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([width, height, undefined]);
    expect(await exifr.gps(shown.bytes).catch(() => undefined)).toBeUndefined();
    const [held] = (await app.t.api.get('/me/export', { token })).body.photos;
    expect(held).toMatchObject({ key, caption: 'The final', content_type: type });
    expect(objects()).toEqual([`organization-photos/${chess.id}/${body.id}.${extensionOf(type)}`]);
  });

  it.each([[undefined], [null], [''], ['  ']])('keeps no caption for %p', async (caption) => {
    expect((await confirm(await upload(), { caption })).body.caption).toBeNull();
  });
});

describe('what nobody confirms', () => {
  it('goes after a day, and what was confirmed does not', async () => {
    const keys: string[] = [];
    for (const type of IMAGE_TYPES) keys.push(await upload(type));
    expect((await confirm(keys[0])).status).toBe(201);
    expect(objects()).toHaveLength(4);
    await app.sweepTomorrow();
    expect(objects()).toEqual([keys[0]]);
  });
});
