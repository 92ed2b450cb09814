import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { OffboardingPhotosService } from '../../../src/features/photos/offboarding-photos.service.js';
import { ParentPhoto } from '../../../src/features/photos/parent-photo.entity.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { tokenOf } from '../../support/tokens.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

const MINE = '/me/photo';
const photoOf = ({ membershipId }: TestMember): string => `/parents/${membershipId}/photo`;
const objectsOf = ({ membershipId, userId }: TestMember): string[] =>
  app.objects().filter((key) => key.includes(membershipId) || key.includes(userId));
const rowOf = ({ membershipId }: TestMember) =>
  app.t.dataSource.manager.findOneBy(ParentPhoto, { membershipId });

/** One person in two schools; `first` by its name. */
async function aParentOfTwoSchools(): Promise<{
  first: TestSchool;
  second: TestSchool;
  inFirst: TestMember;
  inSecond: TestMember;
  token: string;
}> {
  const second = await aSchool(app.t, { name: 'Zenith School' });
  const first = await aSchool(app.t, { name: 'Aurora School' });
  const inSecond = await second.parent();
  return { first, second, inSecond, inFirst: await first.parent({}, inSecond), token: inSecond.token };
}

describe.each([
  ['POST', '/upload-url', { content_type: 'image/png' }],
  ['POST', '', { photo_key: 'parent-photos/x.png' }],
  ['DELETE', '', undefined],
])('%s /me/photo%s', (method, rest, body) => {
  const send = (token?: string) => app.t.api.send(method, MINE + rest, { token, body });

  it('refuses a call without a token', async () => {
    expectError(await send(), 401, 'not_authenticated');
  });

  it('asks for the second step first', async () => {
    const parent = await (await aSchool(app.t)).parent();
    expectError(await send(await tokenOf(app.t, parent, { secondStepPending: true })), 401, 'mfa_required');
  });

  it('refuses a person without a school, and one whose membership is deactivated', async () => {
    expectError(await send((await aPerson(app.t)).token), 403, 'not_authorized');
    const school = await aSchool(app.t);
    const parent = await school.parent();
    await school.deactivate(parent);
    expectError(await send(parent.token), 403, 'not_authorized');
  });
});

describe('POST /me/photo/upload-url', () => {
  it('refuses a type that is none of the four', async () => {
    const { token } = await (await aSchool(app.t)).parent();
    expectError(
      await app.address(MINE, token, 'image/svg+xml'),
      400,
      'validation_failed',
      'unsupported_type',
    );
    expectInvalid(await app.address(MINE, token, 5), 'content_type');
  });

  it('names the key of the first school', async () => {
    const { inFirst, token } = await aParentOfTwoSchools();
    const { status, body } = await app.address(MINE, token, 'image/webp');
    expect([status, body.photo_key]).toEqual([200, `parent-photos/${inFirst.membershipId}.webp`]);
  });
});

describe('POST /me/photo', () => {
  it("refuses another parent's key and deletes the upload", async () => {
    const school = await aSchool(app.t);
    const [parent, other] = [await school.parent(), await school.parent()];
    await app.put(MINE, other.token, 'image/png', await aPhoto('image/png'));
    await app.upload(MINE, parent.token, 'image/png', await aPhoto('image/png'));
    const refused = await app.confirm(MINE, parent.token, `parent-photos/${other.membershipId}.png`);
    expectError(refused, 400, 'validation_failed', 'foreign_key_not_owned');
    expect([objectsOf(parent), objectsOf(other)]).toEqual([[], [`parent-photos/${other.membershipId}.png`]]);
  });

  it('refuses the key of a membership that is deactivated', async () => {
    const { second, inSecond, token } = await aParentOfTwoSchools();
    await app.upload(MINE, token, 'image/png', await aPhoto('image/png'));
    await second.deactivate(inSecond);
    const refused = await app.confirm(MINE, token, `parent-photos/${inSecond.membershipId}.png`);
    expectError(refused, 400, 'validation_failed', 'foreign_key_not_owned');
  });

  it('refuses bytes of another type, and keeps the photo', async () => {
    const parent = await (await aSchool(app.t)).parent();
    await app.put(MINE, parent.token, 'image/png', await aPhoto('image/png'));
    const refused = await app.put(MINE, parent.token, 'image/gif', await aPhoto('image/png'));
    expectError(refused, 400, 'validation_failed', 'unsupported_type');
    expect(objectsOf(parent)).toEqual([`parent-photos/${parent.membershipId}.png`]);
    expect((await app.show(photoOf(parent), parent.token)).contentType).toBe('image/png');
  });

  it.each(['first', 'second'])('puts one upload into every school, by the key of the %s', async (which) => {
    const { first, second, inFirst, inSecond, token } = await aParentOfTwoSchools();
    await app.upload(MINE, token, 'image/png', await aPhoto('image/png', { width: 70 }));
    const named = which === 'first' ? inFirst : inSecond;
    const key = `parent-photos/${named.membershipId}.png`;
    const { status, body } = await app.confirm(MINE, token, key);
    expect([status, body]).toMatchObject([200, { photo_key: key, content_type: 'image/png', width: 70 }]);
    for (const [school, member] of [[first, inFirst] as const, [second, inSecond] as const]) {
      const shown = await app.show(photoOf(member), (await school.parent()).token);
      expect([shown.status, shown.contentType]).toEqual([200, 'image/png']);
      expect(await rowOf(member)).toMatchObject({ schoolId: school.id, width: 70 });
    }
    expect(objectsOf(inFirst)).toHaveLength(1);
  });

  it('leaves the photo of a deactivated membership as it was', async () => {
    const { second, inFirst, inSecond, token } = await aParentOfTwoSchools();
    await app.put(MINE, token, 'image/png', await aPhoto('image/png', { width: 10 }));
    await second.deactivate(inSecond);
    await app.put(MINE, token, 'image/jpeg', await aPhoto('image/jpeg', { width: 20 }));
    expect([(await rowOf(inFirst))?.width, (await rowOf(inSecond))?.width]).toEqual([20, 10]);
    expect(objectsOf(inFirst)).toEqual([`parent-photos/${inFirst.membershipId}.jpg`]);
    expect(objectsOf(inSecond)).toEqual([`parent-photos/${inSecond.membershipId}.png`]);
  });
});

describe('DELETE /me/photo', () => {
  it('deletes it in every school, and succeeds when there is none', async () => {
    const { inFirst, inSecond, token } = await aParentOfTwoSchools();
    await app.put(MINE, token, 'image/png', await aPhoto('image/png'));
    expect((await app.t.api.delete(MINE, { token })).status).toBe(204);
    expect((await app.t.api.delete(MINE, { token })).status).toBe(204);
    expect([objectsOf(inFirst), objectsOf(inSecond)]).toEqual([[], []]);
    expect((await app.show(photoOf(inFirst), token)).status).toBe(404);
  });
});

describe('DELETE /me/photo of somebody who is deactivated somewhere', () => {
  it('deletes it there as well, so that it does not come back with the membership', async () => {
    const { second, inFirst, inSecond, token } = await aParentOfTwoSchools();
    await app.put(MINE, token, 'image/png', await aPhoto('image/png'));
    await second.deactivate(inSecond);
    expect((await app.t.api.delete(MINE, { token })).status).toBe(204);
    expect([objectsOf(inFirst), objectsOf(inSecond), await rowOf(inSecond)]).toEqual([[], [], null]);
  });

  it('refuses who is active nowhere', async () => {
    const school = await aSchool(app.t);
    const gone = await school.parent();
    await school.deactivate(gone);
    expectError(await app.t.api.delete(MINE, { token: gone.token }), 403, 'not_authorized');
  });
});

describe('GET /parents/:parentId/photo/download-url', () => {
  const ask = (id: string, token?: string) => app.t.api.get(`/parents/${id}/photo/download-url`, { token });

  it('refuses a call without a token', async () => {
    expectError(await ask((await (await aSchool(app.t)).parent()).membershipId), 401, 'not_authenticated');
  });

  it('tells a parent of another school, a deactivated one, an invented and a malformed id alike', async () => {
    const [school, other] = [await aSchool(app.t), await aSchool(app.t)];
    const { token } = await school.admin();
    const [stranger, gone] = [await other.parent(), await school.parent()];
    for (const parent of [stranger, gone])
      await app.put(MINE, parent.token, 'image/png', await aPhoto('image/png'));
    await school.deactivate(gone);
    const ids = [stranger.membershipId, gone.membershipId, randomUUID(), 'maria', '%00', stranger.userId];
    const answers = await Promise.all(ids.map((id) => ask(id, token)));
    for (const answer of answers) expectError(answer, 403, 'not_authorized');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('answers 404 for a parent without a photo', async () => {
    const school = await aSchool(app.t);
    expectError(
      await ask((await school.parent()).membershipId, (await school.parent()).token),
      404,
      'not_found',
    );
  });

  it('answers for an admin who has one, in capitals too', async () => {
    const school = await aSchool(app.t);
    const admin = await school.admin();
    await app.put(MINE, admin.token, 'image/png', await aPhoto('image/png'));
    const { status, headers } = await ask(admin.membershipId.toUpperCase(), (await school.parent()).token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });
});

describe('a membership that is removed', () => {
  it('takes its photo along, at the latest with the next clean-up', async () => {
    const { first, inFirst, inSecond, token } = await aParentOfTwoSchools();
    const leaver = { schoolId: first.id, membershipId: inFirst.membershipId };
    await app.put(MINE, token, 'image/png', await aPhoto('image/png'));
    await app.t.dataSource.transaction(async (manager) => {
      await app.t.app.get(OffboardingPhotosService).removeParentPhotos(manager, leaver);
      await manager.delete(Membership, { id: inFirst.membershipId });
    });
    await app.sweepTomorrow();
    expect([objectsOf({ ...inFirst, userId: inFirst.membershipId }), await rowOf(inFirst)]).toEqual([
      [],
      null,
    ]);
    expect(objectsOf(inSecond)).toEqual([`parent-photos/${inSecond.membershipId}.png`]);
  });

  it('without a photo is no trouble', async () => {
    const school = await aSchool(app.t);
    const member = { schoolId: school.id, membershipId: (await school.parent()).membershipId };
    await app.t.dataSource.transaction(async (manager) => {
      const photos = app.t.app.get(OffboardingPhotosService);
      await photos.removeParentPhotos(manager, member);
      await photos.removeParentPhotos(manager, { ...member, membershipId: randomUUID() });
    });
  });
});
