import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import { extensionOf } from '../../../src/platform/images/image-type.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { aSchool } from '../../support/school.factory.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';

const ROUNDS = rounds(12);
jest.setTimeout(timeFor(ROUNDS));

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp(startForRace);
});
afterAll(() => app.close());

/** A student, and both guardians with an upload of their own. */
async function twoUploads() {
  const school = await aSchool(app.t);
  const { id } = await school.student();
  const of = `/students/${id}/photo`;
  const [mother, father] = [await school.parentOf({ id } as never), await school.parentOf({ id } as never)];
  const png = await app.upload(of, mother.token, 'image/png', await aPhoto('image/png', { width: 30 }));
  const jpeg = await app.upload(of, father.token, 'image/jpeg', await aPhoto('image/jpeg', { width: 50 }));
  return { id, of, mother, father, png, jpeg };
}

const rowOf = (studentId: string) => app.t.dataSource.manager.findOneBy(StudentPhoto, { studentId });
const objectsOf = (id: string): string[] => app.objects().filter((key) => key.includes(id));

describe('two guardians at once', () => {
  it('confirm a PNG and a JPEG: one of them is the photo, whole', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, of, mother, father, png, jpeg } = await twoUploads();
      const answers = await Promise.all([
        app.confirm(of, mother.token, png),
        app.confirm(of, father.token, jpeg),
        app.t.app.get(ObjectRemovals).sweep(),
      ]);
      expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200]);
      const row = (await rowOf(id))!;
      expect(row.width).toBe(row.contentType === 'image/png' ? 30 : 50);
      expect(objectsOf(id)).toEqual([`student-photos/${id}.${extensionOf(row.contentType)}`]);
      const shown = await app.show(of, mother.token);
      expect([shown.status, shown.contentType, shown.bytes.length]).toEqual([
        200,
        row.contentType,
        row.sizeBytes,
      ]);
    }
  });

  it('confirm and delete: a row has its object, and without a row there is none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, of, mother, father, png, jpeg } = await twoUploads();
      await app.confirm(of, mother.token, png);
      const [confirmed, deleted] = await Promise.all([
        app.confirm(of, father.token, jpeg),
        app.t.api.delete(of, { token: mother.token }),
        app.t.app.get(ObjectRemovals).sweep(),
      ]);
      expect([confirmed.status, deleted.status]).toEqual([200, 204]);
      await app.t.app.get(ObjectRemovals).sweep();
      const row = await rowOf(id);
      expect(objectsOf(id)).toEqual(row ? [`student-photos/${id}.jpg`] : []);
    }
  });
});

describe('one parent twice at once', () => {
  it('confirms a PNG and a JPEG: both schools show the same one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await aSchool(app.t), await aSchool(app.t)];
      const inOne = await one.parent();
      const inTwo = await two.parent({}, inOne);
      const png = await app.upload('/me/photo', inOne.token, 'image/png', await aPhoto('image/png'));
      const jpeg = await app.upload('/me/photo', inOne.token, 'image/jpeg', await aPhoto('image/jpeg'));
      const answers = await Promise.all([png, jpeg].map((key) => app.confirm('/me/photo', inOne.token, key)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [first, second] = [...objectsOf(inOne.membershipId), ...objectsOf(inTwo.membershipId)];
      expect(first?.split('.')[1]).toBe(second?.split('.')[1]);
      expect([...objectsOf(inOne.membershipId), ...objectsOf(inTwo.membershipId)]).toHaveLength(2);
      expect((await app.show(`/parents/${inTwo.membershipId}/photo`, inOne.token)).status).toBe(200);
    }
  });
});
