import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import exifr from 'exifr';
import sharp from 'sharp';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import { IMAGE_TYPES } from '../../../src/platform/images/image-type.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aPhoto, anAnimation } from '../../support/files/images.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { hidesTheStudentFromOutsiders } from '../../support/shared-refusals.js';
import { tokenOf } from '../../support/tokens.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

const photoOf = ({ id }: Student): string => `/students/${id}/photo`;
const rowOf = ({ id }: Student) => app.t.dataSource.manager.findOneBy(StudentPhoto, { studentId: id });

async function aFamily(): Promise<{ school: TestSchool; ada: Student; mother: TestGuardian; token: string }> {
  const school = await aSchool(app.t);
  const ada = await school.student();
  const mother = await school.parentOf(ada);
  return { school, ada, mother, token: mother.token };
}

const someoneWaits = (): Promise<void> => untilWaiting(app.t.dataSource);

const WRITING = [
  ['POST', '/upload-url', { content_type: 'image/png' }],
  ['POST', '', { photo_key: 'student-photos/x.png' }],
  ['DELETE', '', undefined],
] as const;

describe.each(WRITING)('%s /students/:studentId/photo%s', (method, rest, body) => {
  hidesTheStudentFromOutsiders(
    () => app.t,
    { method, path: (id) => `/students/${id}/photo${rest}`, body },
    403,
  );

  it('refuses a parent of another family, as if the student were not there', async () => {
    const { school, ada } = await aFamily();
    const { token } = await school.parentOf(await school.student());
    const refused = await app.t.api.send(method, photoOf(ada) + rest, { token, body });
    expectError(refused, 403, 'not_authorized');
    const unknown = await app.t.api.send(method, `/students/${school.id}/photo${rest}`, { token, body });
    expect(refused.text).toBe(unknown.text);
  });
});

describe('POST /students/:studentId/photo/upload-url', () => {
  it.each(['image/svg+xml', 'image/heic', 'application/pdf', 'IMAGE/PNG', 'png'])(
    'refuses %s',
    async (type) => {
      const { ada, token } = await aFamily();
      expectError(await app.address(photoOf(ada), token, type), 400, 'validation_failed', 'unsupported_type');
    },
  );

  it.each([[undefined], [null], [7], [''], [['image/png']]])('names the field at fault: %p', async (type) => {
    const { ada, token } = await aFamily();
    expectInvalid(await app.address(photoOf(ada), token, type), 'content_type');
  });

  it.each(IMAGE_TYPES)('gives an address for %s', async (type) => {
    const { ada, token } = await aFamily();
    const asked = app.t.clock.now().getTime();
    const { status, body, headers } = await app.address(photoOf(ada), token, type);
    expect([status, body]).toEqual([
      200,
      {
        upload_url: expect.stringMatching(/^http:\/\/localhost:3000\/storage\/staging\//),
        method: 'PUT',
        headers: { 'Content-Type': type },
        photo_key: expect.stringMatching(new RegExp(`^student-photos/${ada.id}\\.(jpg|png|webp|gif)$`)),
        max_bytes: 5_242_880,
        expires_at: expect.any(String),
      },
    ]);
    expect(Math.abs(Date.parse(body.expires_at) - asked - 300_000)).toBeLessThan(5000);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null]);
  });

  it('names keys in small letters, however the path writes the student', async () => {
    const { ada, token } = await aFamily();
    const { body } = await app.address(`/students/${ada.id.toUpperCase()}/photo`, token, 'image/png');
    expect(body.photo_key).toBe(`student-photos/${ada.id}.png`);
  });
});

describe('POST /students/:studentId/photo', () => {
  it.each([[undefined], [null], [7], [''], ['x'.repeat(201)]])(
    'names the field at fault: %p',
    async (key) => {
      const { ada, token } = await aFamily();
      expectInvalid(await app.confirm(photoOf(ada), token, key), 'photo_key');
    },
  );

  it('refuses what has not been uploaded', async () => {
    const { ada, token } = await aFamily();
    const { body } = await app.address(photoOf(ada), token, 'image/png');
    expectError(await app.confirm(photoOf(ada), token, body.photo_key), 400, 'validation_failed');
    expect(await rowOf(ada)).toBeNull();
  });

  it("refuses to confirm another guardian's upload", async () => {
    const { school, ada, token } = await aFamily();
    const key = await app.upload(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    const father = await school.parentOf(ada);
    expectError(await app.confirm(photoOf(ada), father.token, key), 400, 'validation_failed');
    expect((await app.confirm(photoOf(ada), token, key)).status).toBe(200);
  });

  it('refuses a guardian who was unlinked while the picture was looked over', async () => {
    const { ada, mother, token } = await aFamily();
    const key = await app.upload(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    const confirmed = app.t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from students where id = $1 for update', [ada.id]);
      const pending = app.confirm(photoOf(ada), token, key);
      await someoneWaits();
      await manager.delete(Guardian, { id: mother.guardianId });
      return { pending };
    });
    expectError(await (await confirmed).pending, 403, 'not_authorized');
    expect(await rowOf(ada)).toBeNull();
  });

  it.each([{ role: 'parent' as const }, { deactivatedAt: new Date() }])(
    'refuses an admin to whom this happened while the picture was looked over: %j',
    async (change) => {
      const { school, ada } = await aFamily();
      const admin = await school.admin();
      const key = await app.upload(photoOf(ada), admin.token, 'image/png', await aPhoto('image/png'));
      const pending: Promise<ApiAnswer>[] = [];
      await app.t.dataSource.transaction(async (manager) => {
        await manager.update(Membership, { id: admin.membershipId }, change);
        pending.push(app.confirm(photoOf(ada), admin.token, key));
        await someoneWaits();
      });
      expectError((await pending[0])!, 403, 'not_authorized');
      expect(await rowOf(ada)).toBeNull();
    },
  );

  it.each(IMAGE_TYPES)('shows %s to everyone in the school, upright and without its place', async (type) => {
    const { school, ada, token } = await aFamily();
    const sideways = type === 'image/gif' ? {} : { orientation: 6 };
    const photo = await aPhoto(type, { width: 60, height: 40, ...sideways });
    const [width, height] = type === 'image/gif' ? [60, 40] : [40, 60];
    const { status, body, headers } = await app.put(photoOf(ada), token, type, photo);
    expect([status, body]).toEqual([
      200,
      {
        photo_key: expect.stringContaining(`student-photos/${ada.id}.`),
        content_type: type,
        width,
        height,
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    for (const viewer of [token, (await school.parent()).token, (await school.admin()).token]) {
      const shown = await app.show(photoOf(ada), viewer);
      expect([shown.status, shown.contentType]).toEqual([200, type]);
      const metadata = await sharp(shown.bytes).metadata();
      expect([metadata.width, metadata.height, metadata.exif]).toEqual([width, height, undefined]);
      expect(shown.bytes.toString('latin1')).not.toMatch(/Maria|Exif|GPS/);
      expect(await exifr.gps(shown.bytes).catch(() => undefined)).toBeUndefined();
    }
    expect(await rowOf(ada)).toMatchObject({ schoolId: school.id, contentType: type, width, height });
  });

  it('keeps an animation', async () => {
    const { ada, token } = await aFamily();
    await app.put(photoOf(ada), token, 'image/gif', await anAnimation('image/gif', { frames: 4 }));
    const { bytes } = await app.show(photoOf(ada), token);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 4 });
  });

  it('lets an admin put a photo of any student', async () => {
    const { school, ada } = await aFamily();
    const { token } = await school.admin('junior_admin');
    expect((await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'))).status).toBe(200);
  });

  it('takes the place of the earlier photo, and removes it when the type changes', async () => {
    const { ada, token } = await aFamily();
    const mine = () => app.objects().filter((key) => key.includes(ada.id));
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png', { width: 10 }));
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png', { width: 20 }));
    expect([mine(), (await rowOf(ada))?.width]).toEqual([[`student-photos/${ada.id}.png`], 20]);
    await app.put(photoOf(ada), token, 'image/jpeg', await aPhoto('image/jpeg', { width: 30 }));
    expect([mine(), (await rowOf(ada))?.width]).toEqual([[`student-photos/${ada.id}.jpg`], 30]);
    await app.sweepTomorrow();
    expect(mine()).toEqual([`student-photos/${ada.id}.jpg`]);
  });

  it('shows nothing of an upload that nobody confirmed', async () => {
    const { ada, token } = await aFamily();
    await app.upload(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    expect((await app.show(photoOf(ada), token)).status).toBe(404);
    expect((await app.t.api.get(`/students/${ada.id}`, { token })).body.has_photo).toBe(false);
  });
});

describe('DELETE /students/:studentId/photo', () => {
  it('deletes the photo and its object', async () => {
    const { ada, token } = await aFamily();
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    expect((await app.t.api.delete(photoOf(ada), { token })).status).toBe(204);
    expect((await app.show(photoOf(ada), token)).status).toBe(404);
    expect(app.objects().filter((key) => key.includes(ada.id))).toEqual([]);
  });

  it('succeeds when there is none', async () => {
    const { ada, token } = await aFamily();
    expect((await app.t.api.delete(photoOf(ada), { token })).status).toBe(204);
  });

  it('leaves the next photo: a removal that was late leaves it alone', async () => {
    const { ada, mother, token } = await aFamily();
    for (let round = 0; round < 3; round += 1) {
      await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
      await app.t.api.delete(photoOf(ada), { token });
    }
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    await app.sweepTomorrow();
    expect((await app.show(photoOf(ada), await tokenOf(app.t, mother))).status).toBe(200);
  });
});
