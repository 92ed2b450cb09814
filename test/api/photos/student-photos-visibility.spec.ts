import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { hidesTheStudentFromOutsiders } from '../../support/shared-refusals.js';
import { tokenOf } from '../../support/tokens.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

const photoOf = ({ id }: Student): string => `/students/${id}/photo`;

async function aFamily(): Promise<{ school: TestSchool; ada: Student; mother: TestGuardian; token: string }> {
  const school = await aSchool(app.t);
  const ada = await school.student();
  const mother = await school.parentOf(ada);
  return { school, ada, mother, token: mother.token };
}

describe('GET /students/:studentId/photo/download-url', () => {
  hidesTheStudentFromOutsiders(
    () => app.t,
    { method: 'GET', path: (id) => `/students/${id}/photo/download-url` },
    403,
  );

  it('answers 404 when the student has no photo', async () => {
    const { ada, token } = await aFamily();
    expectError(await app.t.api.get(`${photoOf(ada)}/download-url`, { token }), 404, 'not_found');
  });

  it('hides the photo of an archived student', async () => {
    const { school, ada, token } = await aFamily();
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    await app.t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    for (const viewer of [token, (await school.admin()).token])
      expectError(
        await app.t.api.get(`${photoOf(ada)}/download-url`, { token: viewer }),
        403,
        'not_authorized',
      );
  });

  it('gives an address that nobody may keep', async () => {
    const { ada, token } = await aFamily();
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    const { body, headers } = await app.t.api.get(`${photoOf(ada)}/download-url`, { token });
    expect(Object.keys(body)).toEqual(['url', 'expires_at']);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null]);
    const shown = await app.send(body.url);
    expect(shown.headers.get('cache-control')).toContain('no-store');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('GET /students/:studentId', () => {
  it('says who has a photo', async () => {
    const { school, ada, mother, token } = await aFamily();
    const father = await school.parentOf(ada, { relation: 'father', firstName: 'Zoe' });
    const read = async () => {
      const { body } = await app.t.api.get(`/students/${ada.id}`, { token });
      const guardians = body.guardians as { membership_id: string; has_photo: boolean }[];
      return [body.has_photo, ...guardians.filter((g) => g.has_photo).map((g) => g.membership_id)];
    };
    expect(await read()).toEqual([false]);
    await app.put(photoOf(ada), token, 'image/png', await aPhoto('image/png'));
    await app.put('/me/photo', father.token, 'image/png', await aPhoto('image/png'));
    expect(await read()).toEqual([true, father.membershipId]);
    await app.put('/me/photo', mother.token, 'image/png', await aPhoto('image/png'));
    await school.deactivate(father);
    expect(await read()).toEqual([true, mother.membershipId]);
  });
});

describe('an address', () => {
  const objectsOf = ({ id }: Student): string[] => app.objects().filter((key) => key.includes(id));
  const status = async (url: string, request?: RequestInit) => (await app.send(url, request)).status;

  it('to upload to works for one key and one method, and not after 300 seconds', async () => {
    const { ada, token } = await aFamily();
    const { body } = await app.address(photoOf(ada), token, 'image/png');
    const url = body.upload_url as string;
    const bytes = await aPhoto('image/png');
    const put = { method: 'PUT', headers: body.headers, body: bytes };
    const elsewhere = url.replace('.png', '.jpg');
    expect(await status(elsewhere, { ...put, headers: { 'Content-Type': 'image/jpeg' } })).toBe(403);
    expect(await status(url.replace('/staging/', '/'), put)).toBe(403);
    expect(await status(url)).toBe(403);
    expect(await status(url, { ...put, method: 'DELETE' })).toBeGreaterThanOrEqual(400);
    expect(await status(url, { ...put, headers: { 'Content-Type': 'text/html' } })).toBeGreaterThanOrEqual(
      400,
    );
    expect(objectsOf(ada)).toEqual([]);
    app.t.clock.advance(299_000);
    expect(await status(url, put)).toBeLessThan(300);
    app.t.clock.advance(1_500);
    expect(await status(url, put)).toBe(403);
  });

  it('to show a photo from works for one key and one method, and not after 300 seconds', async () => {
    const { school, ada, mother, token } = await aFamily();
    await app.put(photoOf(ada), token, 'image/jpeg', await aPhoto('image/jpeg'));
    const live = (await app.show(photoOf(ada), token)).bytes;
    const { body } = await app.t.api.get(`${photoOf(ada)}/download-url`, { token });
    const url = body.url as string;
    const other = await school.student();
    const put = {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      body: await aPhoto('image/jpeg'),
    };
    expect(await status(url.replace(ada.id, other.id))).toBe(403);
    expect(await status(url, put)).toBe(403);
    app.t.clock.advance(299_000);
    expect(await status(url)).toBe(200);
    app.t.clock.advance(1_500);
    expect(await status(url)).toBe(403);
    expect((await app.show(photoOf(ada), await tokenOf(app.t, mother))).bytes.equals(live)).toBe(true);
  });
});
