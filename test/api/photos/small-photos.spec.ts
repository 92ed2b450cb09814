import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { SmallPhotosService } from '../../../src/features/photos/small-photos.service.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aNoisyPhoto, aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

interface Family {
  school: TestSchool;
  ada: Student;
  mother: TestGuardian;
}

async function aFamily(school?: TestSchool): Promise<Family> {
  const theirs = school ?? (await aSchool(app.t));
  const ada = await theirs.student();
  return { school: theirs, ada, mother: await theirs.parentOf(ada) };
}

const photoOf = ({ id }: Pick<Student, 'id'>): string => `/students/${id}/photo`;
const smallOf = ({ id }: Pick<Student, 'id'>): string[] =>
  [96, 320].map((side) => `student-photos/${id}-${side}.webp`);
const ask = (school: { id: string }, token: string, body: object) =>
  app.t.api.post(`/schools/${school.id}/photo-urls`, { token, body });

async function sizeOf(url: string): Promise<[format?: string, width?: number, height?: number]> {
  const shown = await app.send(url);
  const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  return [format, width, height];
}

/** As it was before there were small pictures. */
async function forgetSmall({ id }: Student): Promise<void> {
  await app.t.dataSource.query(
    'update student_photos set small_of = null, has_small = false where student_id = $1',
    [id],
  );
}
const makeSmall = async (): Promise<void> => {
  while (await app.t.app.get(SmallPhotosService).makeSome()) continue;
};

describe('POST /schools/:schoolId/photo-urls', () => {
  refusesOutsidersOfTheSchool(() => app.t, {
    method: 'POST',
    path: (id) => `/schools/${id}/photo-urls`,
    body: { students: [], parents: [] },
  });

  it.each([
    ['students', { parents: [] }],
    ['students', { students: ['x'], parents: [] }],
    ['parents', { students: [], parents: 'all' }],
    ['size', { students: [], parents: [], size: 97 }],
    ['size', { students: [], parents: [], size: '96' }],
    ['students', { students: Array<string>(201).fill(crypto.randomUUID()), parents: [] }],
    [
      'parents',
      {
        students: Array<string>(101).fill(crypto.randomUUID()),
        parents: Array<string>(100).fill(crypto.randomUUID()),
      },
    ],
  ])('refuses what is wrong in %s: %#', async (field, body) => {
    const { school, mother } = await aFamily();
    expectInvalid(await ask(school, mother.token, body), field);
  });

  it('leaves out who has none, is archived or deactivated, and who is of another school', async () => {
    const { school, ada, mother } = await aFamily();
    const [bare, gone, other] = [await aFamily(school), await aFamily(school), await aFamily()];
    const photo = await aPhoto('image/jpeg');
    for (const family of [{ ada, mother }, gone, other]) {
      await app.put(photoOf(family.ada), family.mother.token, 'image/jpeg', photo);
      await app.put('/me/photo', family.mother.token, 'image/jpeg', photo);
    }
    await app.t.dataSource.query('update students set archived_at = now() where id = $1', [gone.ada.id]);
    await school.deactivate(gone.mother);
    const everyone = [{ ada, mother }, bare, gone, other];
    const body = {
      students: [...everyone.map((one) => one.ada.id), ada.id, crypto.randomUUID()],
      parents: [...everyone.map((one) => one.mother.membershipId), crypto.randomUUID()],
    };
    for (const { token } of [mother, await school.admin()]) {
      const answer = await ask(school, token, body);
      expect(answer.status).toBe(200);
      const ids = (of: 'students' | 'parents') => (answer.body[of] as { id: string }[]).map(({ id }) => id);
      expect([ids('students'), ids('parents')]).toEqual([[ada.id], [mother.membershipId]]);
    }
    const elsewhere = await ask(other.school, other.mother.token, body);
    expect(elsewhere.body.students.map(({ id }: { id: string }) => id)).toEqual([other.ada.id]);
  });

  it('gives addresses of the size that is asked for, or of the photo as it is', async () => {
    const { school, ada, mother } = await aFamily();
    const photo = await aPhoto('image/jpeg', { width: 800, height: 600, orientation: 6 });
    await app.put(photoOf(ada), mother.token, 'image/jpeg', photo);
    await app.put('/me/photo', mother.token, 'image/jpeg', photo);
    const shown = async (size?: number) => {
      const wanted = { students: [ada.id], parents: [mother.membershipId], ...(size && { size }) };
      const { body } = await ask(school, mother.token, wanted);
      expect(Object.keys(body.students[0])).toEqual(['id', 'url', 'expires_at']);
      return [await sizeOf(body.students[0].url), await sizeOf(body.parents[0].url)];
    };
    expect(await shown(96)).toEqual(Array(2).fill(['webp', 72, 96]));
    expect(await shown(320)).toEqual(Array(2).fill(['webp', 240, 320]));
    expect(await shown()).toEqual(Array(2).fill(['jpeg', 600, 800]));
  });

  it('answers for whom the roster says has a photo', async () => {
    const { school, ada, mother } = await aFamily();
    const father = await school.parentOf(ada, { relation: 'father', firstName: 'Zoe' });
    const faces = async () => {
      const path = `/schools/${school.id}/students`;
      const [plain, full] = [
        await app.t.api.get(path, { token: father.token }),
        await app.t.api.get(`${path}?full=true`, { token: father.token }),
      ];
      const [student] = full.body.students as { has_photo: boolean; guardians: { has_photo: boolean }[] }[];
      return [
        plain.body.students[0].has_photo,
        student!.has_photo,
        ...student!.guardians.map((g) => g.has_photo),
      ];
    };
    expect(await faces()).toEqual([false, false, false, false]);
    await app.put(photoOf(ada), mother.token, 'image/png', await aPhoto('image/png'));
    await app.put('/me/photo', father.token, 'image/png', await aPhoto('image/png'));
    expect((await faces()).sort()).toEqual([false, true, true, true]);
    await school.deactivate(mother);
    await app.t.api.delete('/me/photo', { token: father.token });
    expect((await faces()).sort()).toEqual([false, false, true, true]);
  });

  it('tells the family that their photos were asked for', async () => {
    const { school, ada, mother } = await aFamily();
    await app.put(photoOf(ada), mother.token, 'image/png', await aPhoto('image/png'));
    await ask(school, (await school.parent()).token, { students: [ada.id], parents: [] });
    const { body } = await app.t.api.get('/me/disclosures', { token: mother.token });
    expect(body.disclosures).toMatchObject([{ subject: 'contact', operation: 'createPhotoUrls' }]);
  });
});

describe('A small picture', () => {
  const addressOf = (of: string, token: string, size?: number | string) =>
    app.t.api.get(`${of}/download-url${size === undefined ? '' : `?size=${size}`}`, { token });

  it.each(['97', '0', '', 'small', '320.5'])('refuses the size %j', async (size) => {
    const { ada, mother } = await aFamily();
    expectInvalid(await addressOf(photoOf(ada), mother.token, size), 'size');
  });

  it('shows none of whom the caller may not see', async () => {
    const { ada } = await aFamily();
    const stranger = await aFamily();
    expectError(await addressOf(photoOf(ada), stranger.mother.token, 96), 403, 'not_authorized');
    expectError(await addressOf(photoOf(stranger.ada), stranger.mother.token, 96), 404, 'not_found');
  });

  it.each(['image/png', 'image/gif', 'image/webp'] as const)(
    'appears when a photo of type %s is confirmed, and another one with the next',
    async (type) => {
      const { ada, mother } = await aFamily();
      const seen = async (): Promise<unknown[]> => {
        const { body } = await addressOf(photoOf(ada), mother.token, 96);
        return sizeOf(body.url as string);
      };
      await app.put(photoOf(ada), mother.token, type, await aPhoto(type, { width: 400, height: 200 }));
      expect(await seen()).toEqual(['webp', 96, 48]);
      await app.put(photoOf(ada), mother.token, type, await aPhoto(type, { width: 40, height: 50 }));
      expect(await seen()).toEqual(['webp', 40, 50]);
      expect(app.smallObjects(ada.id)).toEqual(smallOf(ada));
    },
  );

  it('goes with its photo: when it is deleted, and when a member leaves', async () => {
    const { school, ada, mother } = await aFamily();
    await school.admin();
    await app.put(photoOf(ada), mother.token, 'image/jpeg', await aPhoto('image/jpeg'));
    await app.put('/me/photo', mother.token, 'image/jpeg', await aPhoto('image/jpeg'));
    expect([app.smallObjects(ada.id).length, app.smallObjects(mother.membershipId).length]).toEqual([2, 2]);
    await app.t.api.delete(photoOf(ada), { token: mother.token });
    const left = await app.t.api.post(`/me/leave-school/${mother.membershipId}`, { token: mother.token });
    expect(left.status).toBe(204);
    await app.sweepTomorrow();
    expect([app.smallObjects(ada.id), app.smallObjects(mother.membershipId)]).toEqual([[], []]);
  });

  it('appears behind the requests of a photo that has none yet, which stands in until then', async () => {
    const { ada, mother } = await aFamily();
    await app.put(
      photoOf(ada),
      mother.token,
      'image/jpeg',
      await aPhoto('image/jpeg', { width: 200, height: 100 }),
    );
    await forgetSmall(ada);
    const seen = async () => sizeOf((await addressOf(photoOf(ada), mother.token, 96)).body.url as string);
    expect(await seen()).toEqual(['jpeg', 200, 100]);
    await makeSmall();
    expect(await seen()).toEqual(['webp', 96, 48]);
  });

  it('stops nothing where it cannot be made', async () => {
    const [broken, missing, fine] = [await aFamily(), await aFamily(), await aFamily()];
    for (const { ada, mother } of [broken, missing, fine]) {
      await app.put(photoOf(ada), mother.token, 'image/jpeg', await aPhoto('image/jpeg'));
      await forgetSmall(ada);
    }
    app.spoil(`student-photos/${broken.ada.id}.jpg`, Buffer.from('no picture'));
    app.spoil(`student-photos/${missing.ada.id}.jpg`, null);
    await makeSmall();
    const rows = await app.t.dataSource.query<{ id: string; has_small: boolean; due: boolean }[]>(
      `select student_id as id, has_small, small_of is distinct from updated_at as due from student_photos
       where student_id = any ($1)`,
      [[broken, missing, fine].map(({ ada }) => ada.id)],
    );
    const byId = new Map(rows.map(({ id, has_small, due }) => [id, [has_small, due]]));
    expect([broken, missing, fine].map(({ ada }) => byId.get(ada.id))).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
    const { body } = await addressOf(photoOf(broken.ada), broken.mother.token, 96);
    expect(body.url).toContain(`${broken.ada.id}.jpg`);
  });

  it('makes no list anew', async () => {
    const { school, ada, mother } = await aFamily();
    await app.put(photoOf(ada), mother.token, 'image/jpeg', await aPhoto('image/jpeg'));
    await forgetSmall(ada);
    const revision = () =>
      app.t.dataSource.query('select revision from school_revisions where school_id = $1 and subject = $2', [
        school.id,
        'directory',
      ]);
    const before = await revision();
    await makeSmall();
    expect(await revision()).toEqual(before);
    await app.put(photoOf(ada), mother.token, 'image/jpeg', await aPhoto('image/jpeg'));
    expect(await revision()).not.toEqual(before);
  });
});

describe('An app that opens a class of 30 with faces', () => {
  it('asks twice, for less than 150 kB with all pictures', async () => {
    const school = await aSchool(app.t);
    const face = await aNoisyPhoto('image/jpeg', 160, 200);
    const pupils = await Promise.all(Array.from({ length: 30 }, () => school.student()));
    const { token } = await school.admin();
    for (const pupil of pupils) await app.put(photoOf(pupil), token, 'image/jpeg', face);
    const roster = await app.t.api.get(`/schools/${school.id}/students`, { token });
    const withFaces = (roster.body.students as { id: string; has_photo: boolean }[]).filter(
      (s) => s.has_photo,
    );
    const urls = await ask(school, token, { students: withFaces.map(({ id }) => id), parents: [], size: 96 });
    expect(urls.body.students).toHaveLength(30);
    let bytes = JSON.stringify(roster.body).length + JSON.stringify(urls.body).length;
    for (const { url } of urls.body.students as { url: string }[])
      bytes += (await (await app.send(url)).arrayBuffer()).byteLength;
    expect(bytes).toBeLessThanOrEqual(150_000);
    process.stdout.write(`A class of 30 with faces: 2 calls, ${Math.round(bytes / 1000)} kB\n`);
  });
});
