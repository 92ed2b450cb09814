import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { IMAGE_TYPES } from '../../../src/platform/images/image-type.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

interface Place {
  school: TestSchool;
  chess: TestOrganization;
  editor: TestMember;
  token: string;
  /** The path of its photos. */
  photos: string;
}

async function aClub(): Promise<Place> {
  const school = await aSchool(app.t);
  const chess = await anOrganization(app.t, school);
  const editor = await chess.anEditor();
  return { school, chess, editor, token: editor.token, photos: `/organizations/${chess.id}/photos` };
}

const list = ({ photos }: Place, token: string): Promise<ApiAnswer> => app.t.api.get(photos, { token });
const idsIn = ({ body }: ApiAnswer): string[] => body.photos.map(({ id }: { id: string }) => id);
const namesIn = ({ body }: ApiAnswer): string[] =>
  body.photos.map((photo: { uploaded_by_name: string }) => photo.uploaded_by_name);
const put = async ({ photos, token }: Place): Promise<string> =>
  (await app.put(photos, token, 'image/png', await aPhoto('image/png'))).body.id as string;

describe('GET /organizations/:organizationId/photos', () => {
  hidesTheOrganizationFromOutsiders(() => app.t, {
    method: 'GET',
    path: (id) => `/organizations/${id}/photos`,
  });

  it('returns nothing at first', async () => {
    const place = await aClub();
    expect((await list(place, place.token)).body).toEqual({ photos: [] });
  });

  it('shows every member the photos of this organization, newest first', async () => {
    const place = await aClub();
    const createdAt = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 8, day)) });
    const first = await place.chess.photo(createdAt(1));
    const third = await place.chess.photo({ ...createdAt(3), caption: 'The final' });
    const second = await place.chess.photo(createdAt(2));
    await (await anOrganization(app.t, place.school)).photo();
    for (const { token } of [place.editor, await place.school.parent(), await place.school.admin()]) {
      const answer = await list(place, token);
      expect([answer.status, idsIn(answer)]).toEqual([200, [third.id, second.id, first.id]]);
      expect(answer.body.photos[0]).toEqual({
        id: third.id,
        caption: 'The final',
        width: 4,
        height: 3,
        uploaded_by_name: 'A former member',
        created_at: '2026-09-03T00:00:00.000Z',
      });
    }
  });

  it('names who uploaded a photo while they are in the school', async () => {
    const place = await aClub();
    const [gone, left] = [await place.school.parent(), await place.school.parent()];
    const by = ({ membershipId }: TestMember, day: number) =>
      place.chess.photo({
        uploadedByMembershipId: membershipId,
        createdAt: new Date(Date.UTC(2026, 8, day)),
      });
    await by(place.editor, 3);
    await by(gone, 2);
    await by(left, 1);
    expect(namesIn(await list(place, place.token))).toEqual(['Maria Park', 'Maria Park', 'Maria Park']);
    await place.school.deactivate(gone);
    const leaving = `/me/leave-school/${left.membershipId}`;
    expect((await app.t.api.post(leaving, { token: left.token })).status).toBe(204);
    expect(namesIn(await list(place, place.token))).toEqual([
      'Maria Park',
      'A former member',
      'A former member',
    ]);
  });

  it('answers 304 until there is another photo', async () => {
    const place = await aClub();
    const tag = (await list(place, place.token)).headers.get('etag')!;
    expect(tag).toMatch(/^W\//);
    const known = () =>
      app.t.api.get(place.photos, { token: place.token, headers: { 'If-None-Match': tag } });
    expect((await known()).status).toBe(304);
    await place.chess.photo();
    expect((await known()).status).toBe(200);
  });

  it('keeps the photos of an archived organization, for admins', async () => {
    const place = await aClub();
    const id = await put(place);
    await place.chess.archive();
    const { token } = await place.school.admin();
    expect(idsIn(await list(place, token))).toEqual([id]);
    await app.sweepTomorrow();
    const { token: later } = await place.school.admin();
    expect((await app.show(`${place.photos}/${id}`, later)).status).toBe(200);
  });
});

describe('POST /organizations/:organizationId/photos/upload-url', () => {
  const call = {
    method: 'POST',
    path: (id: string) => `/organizations/${id}/photos/upload-url`,
    body: { content_type: 'image/png' },
  };
  hidesTheOrganizationFromOutsiders(() => app.t, call);
  refusesWhoIsNoManager(() => app.t, call);

  it.each(['image/svg+xml', 'image/heic', 'application/pdf', 'IMAGE/PNG', 'png'])(
    'refuses %s',
    async (type) => {
      const { photos, token } = await aClub();
      expectError(await app.address(photos, token, type), 400, 'validation_failed', 'unsupported_type');
    },
  );

  it.each([[undefined], [null], [7], ['']])('names the field at fault: %p', async (type) => {
    const { photos, token } = await aClub();
    expectInvalid(await app.address(photos, token, type), 'content_type');
  });

  it.each(IMAGE_TYPES)('gives an address for %s, for a photo of its own each time', async (type) => {
    const { chess, photos, token } = await aClub();
    const { status, body, headers } = await app.address(
      photos.replace(chess.id, chess.id.toUpperCase()),
      token,
      type,
    );
    expect([status, body]).toEqual([
      200,
      {
        upload_url: expect.stringMatching(/^http:\/\/localhost:3000\/storage\/staging\//),
        method: 'PUT',
        headers: { 'Content-Type': type },
        photo_key: expect.stringMatching(
          new RegExp(`^organization-photos/${chess.id}/[0-9a-f-]{36}\\.(jpg|png|webp|gif)$`),
        ),
        max_bytes: 5_242_880,
        expires_at: expect.any(String),
      },
    ]);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null]);
    expect((await app.address(photos, token, type)).body.photo_key).not.toBe(body.photo_key);
  });
});

describe('DELETE /organizations/:organizationId/photos/:photoId', () => {
  const call = { method: 'DELETE', path: (id: string) => `/organizations/${id}/photos/${randomUUID()}` };
  hidesTheOrganizationFromOutsiders(() => app.t, call);
  refusesWhoIsNoManager(() => app.t, call);

  it('tells who is no manager the same of a photo that is there', async () => {
    const place = await aClub();
    const photo = await place.chess.photo();
    const { token } = await place.school.parent();
    const [there, invented, malformed] = await Promise.all(
      [photo.id, randomUUID(), 'final'].map((id) => app.t.api.delete(`${place.photos}/${id}`, { token })),
    );
    expectError(there!, 403, 'not_authorized');
    expect([invented!.text, malformed!.text]).toEqual([there!.text, there!.text]);
  });

  it('knows no photo invented, malformed, or of another organization', async () => {
    const place = await aClub();
    const other = await anOrganization(app.t, place.school);
    await other.grant(place.editor);
    const photo = await other.photo();
    for (const id of [randomUUID(), 'final', '%00', photo.id])
      expectError(await app.t.api.delete(`${place.photos}/${id}`, { token: place.token }), 404, 'not_found');
    expect(idsIn(await app.t.api.get(`/organizations/${other.id}/photos`, { token: place.token }))).toEqual([
      photo.id,
    ]);
  });

  it('deletes the photo and its object, whoever uploaded it, and no other', async () => {
    const place = await aClub();
    const [first, second] = [await put(place), await put(place)];
    const { token } = await place.school.admin();
    expect((await app.t.api.delete(`${place.photos}/${first.toUpperCase()}`, { token })).status).toBe(204);
    expect(app.objects().filter((key) => key.includes(place.chess.id))).toEqual([
      `organization-photos/${place.chess.id}/${second}.png`,
    ]);
    expect((await app.show(`${place.photos}/${first}`, token)).status).toBe(404);
    expectError(await app.t.api.delete(`${place.photos}/${first}`, { token }), 404, 'not_found');
    const { body } = await app.t.api.get(`/organizations/${place.chess.id}`, { token });
    expect([body.has_photo, body.counts.photos]).toEqual([true, 1]);
    expect((await app.t.api.delete(`${place.photos}/${second}`, { token })).status).toBe(204);
    const { body: after } = await app.t.api.get(`/organizations/${place.chess.id}`, { token });
    expect([after.has_photo, after.counts.photos]).toEqual([false, 0]);
  });
});

describe('GET /organizations/:organizationId/photos/:photoId/download-url', () => {
  hidesTheOrganizationFromOutsiders(() => app.t, {
    method: 'GET',
    path: (id) => `/organizations/${id}/photos/${randomUUID()}/download-url`,
  });

  it('knows no photo invented, malformed, or of another organization', async () => {
    const place = await aClub();
    const other = await (await anOrganization(app.t, place.school)).photo();
    for (const id of [randomUUID(), 'final', '%00', other.id]) {
      const answer = await app.t.api.get(`${place.photos}/${id}/download-url`, { token: place.token });
      expectError(answer, 404, 'not_found');
    }
  });

  it('gives every member an address for five minutes, to keep nowhere', async () => {
    const place = await aClub();
    const path = `${place.photos}/${await put(place)}/download-url`;
    const { token } = await place.school.parent();
    const asked = app.t.clock.now().getTime();
    const { status, body, headers } = await app.t.api.get(path, { token });
    expect([status, Object.keys(body)]).toEqual([200, ['url', 'expires_at']]);
    expect(Math.abs(Date.parse(body.expires_at) - asked - 300_000)).toBeLessThan(5000);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null]);
    const response = await app.send(body.url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});
