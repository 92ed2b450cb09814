import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Star } from '../../../src/features/notes/star.entity.js';
import { aSchool } from '../../support/school.factory.js';
import { hidesTheStudentFromOutsiders } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const star = ({ id }: Student, token: string) => t.api.post(`/students/${id}/star`, { token });
const unstar = ({ id }: Student, token: string) => t.api.delete(`/students/${id}/star`, { token });
const starsOf = (student: Student) => t.dataSource.manager.findBy(Star, { studentId: student.id });
const isStarred = async ({ id }: Student, token: string): Promise<boolean> =>
  (await t.api.get(`/students/${id}`, { token })).body.starred;

describe('POST /students/:studentId/star', () => {
  hidesTheStudentFromOutsiders(() => t, { method: 'POST', path: (id) => `/students/${id}/star` });

  it('leaves no star behind when it refuses', async () => {
    const ada = await (await aSchool(t)).student();
    await star(ada, (await (await aSchool(t)).admin()).token);
    expect(await starsOf(ada)).toEqual([]);
  });

  it('stars a student, with no body in the answer', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parent();
    const answer = await star(ada, caller.token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await starsOf(ada)).toEqual([
      { membershipId: caller.membershipId, studentId: ada.id, schoolId: school.id },
    ]);
    expect(await isStarred(ada, caller.token)).toBe(true);
  });

  it('succeeds on a starred student, also 20 times at once', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => star(ada, token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await starsOf(ada)).toHaveLength(1);
  });

  it('stays private: neither the other guardian nor an admin sees it', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome();
    await star(ada, (await school.parentOf(ada)).token);
    for (const { token } of [await school.parentOf(ada), await school.parent(), await school.admin()]) {
      expect(await isStarred(ada, token)).toBe(false);
      const { body } = await t.api.get(`/schools/${school.id}/map-markers`, { token });
      expect(body.markers).toMatchObject([{ starred: false }]);
    }
  });
});

describe('DELETE /students/:studentId/star', () => {
  hidesTheStudentFromOutsiders(() => t, { method: 'DELETE', path: (id) => `/students/${id}/star` });

  it('removes the star', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parent();
    await star(ada, token);
    const answer = await unstar(ada, token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await starsOf(ada)).toEqual([]);
    expect(await isStarred(ada, token)).toBe(false);
  });

  it('succeeds where there is no star', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parent();
    expect((await unstar(ada, token)).status).toBe(204);
    expect((await unstar(ada, token)).status).toBe(204);
  });

  it('leaves the stars of others and on others alone', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const [caller, other] = [await school.parent(), await school.parent()];
    await Promise.all([star(ada, caller.token), star(ben, caller.token), star(ada, other.token)]);
    await unstar(ada, caller.token);
    expect(await starsOf(ada)).toMatchObject([{ membershipId: other.membershipId }]);
    expect(await starsOf(ben)).toMatchObject([{ membershipId: caller.membershipId }]);
  });
});
