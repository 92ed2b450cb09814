import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const roster = (school: TestSchool, token: string, query = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/students${query}`, { token });
const names = ({ body }: ApiAnswer): string[] => body.students.map((s: { name: string }) => s.name);

describe('GET /schools/:schoolId/students', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/students` });

  it.each([
    ['graduationYear=', 'graduationYear'],
    ['graduationYear=soon', 'graduationYear'],
    ['graduationYear=2030.5', 'graduationYear'],
    ['graduationYear=2e3', 'graduationYear'],
    ['graduationYear=-1', 'graduationYear'],
    ['graduationYear=+2030', 'graduationYear'],
    ['graduationYear=%202030', 'graduationYear'],
    ['graduationYear=10000', 'graduationYear'],
    ['graduationYear=99999999999999999999', 'graduationYear'],
    ['graduationYear=%00', 'graduationYear'],
    ['graduationYear=2030&graduationYear=2031', 'graduationYear'],
    ['q=ada&q=ben', 'q'],
    ['full=false', 'full'],
    ['full=TRUE', 'full'],
    ['full=1', 'full'],
    ['full=', 'full'],
    ['full=true&full=true', 'full'],
  ])('refuses ?%s', async (query, field) => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    expectInvalid(await roster(school, token, `?${query}`), field);
  });

  it('names every field at fault', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    expectInvalid(await roster(school, token, '?graduationYear=x&full=no'), 'graduationYear', 'full');
  });

  it('refuses a stranger before it looks at the query', async () => {
    const school = await aSchool(t);
    const { token } = await (await aSchool(t)).parent();
    expect((await roster(school, token, '?graduationYear=x')).status).toBe(403);
  });

  it('returns nothing in a school without students', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    const answer = await roster(school, token);
    expect([answer.status, answer.text]).toEqual([200, '{"students":[]}']);
  });

  it('gives names, graduation year and the guardians by name and relation, nothing more', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ firstName: 'Ada', lastName: 'Park', graduationYear: 2031 });
    await school.guardian(ada, { firstName: 'Zoe', lastName: 'Park', relation: 'stepparent' });
    await school.guardian(ada, { firstName: 'Ann', lastName: 'Park', relation: 'mother' });
    await school.guardian(ada, { firstName: 'Cy', lastName: 'Abel', relation: 'grandparent' });
    await school.guardian(ada, { firstName: 'Ian', lastName: 'Zorn', relation: 'father', isPrimary: true });
    const { token } = await school.admin();
    const { status, body } = await roster(school, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      students: [
        {
          id: ada.id,
          first_name: 'Ada',
          last_name: 'Park',
          name: 'Ada Park',
          graduation_year: 2031,
          has_photo: false,
          guardians: [
            { name: 'Ian Zorn', relation: 'father' },
            { name: 'Cy Abel', relation: 'grandparent' },
            { name: 'Ann Park', relation: 'mother' },
            { name: 'Zoe Park', relation: 'stepparent' },
          ],
        },
      ],
    });
  });

  it('shows guardian names to every parent, whatever the guardian chose', async () => {
    const school = await aSchool(t);
    await school.guardian(await school.student(), { firstName: 'Lea', profileVisibility: 'name_only' });
    const { token } = await school.parent();
    expect((await roster(school, token)).body.students).toMatchObject([
      { guardians: [{ name: 'Lea Park', relation: 'mother' }] },
    ]);
  });

  it('returns every non-archived student of this school and no other', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ada' });
    await school.student({ firstName: 'Ben', graduationYear: null });
    await school.student({ firstName: 'Gone', archivedAt: new Date('2026-06-30T00:00:00Z') });
    await (await aSchool(t)).student({ firstName: 'Elsewhere' });
    const { token } = await school.parent();
    expect(names(await roster(school, token))).toEqual(['Ada Park', 'Ben Park']);
  });

  it('keeps the two schools of one person apart', async () => {
    const [ash, birch] = await Promise.all([aSchool(t), aSchool(t)]);
    await ash.student({ firstName: 'Ash' });
    await birch.student({ firstName: 'Birch' });
    const parent = await ash.parent();
    await birch.parent({}, parent);
    expect(names(await roster(ash, parent.token))).toEqual(['Ash Park']);
    expect(names(await roster(birch, parent.token))).toEqual(['Birch Park']);
  });

  it('returns the complete result, however long', async () => {
    const school = await aSchool(t);
    await t.dataSource.query(
      `insert into students (school_id, source, source_id, first_name, last_name)
       select $1, 'content', n, 'Kim', 'Lee ' || n from generate_series(1, 3000) n`,
      [school.id],
    );
    const { token } = await school.parent();
    expect((await roster(school, token)).body.students).toHaveLength(3000);
    expect((await roster(school, token, '?full=true')).body.students).toHaveLength(3000);
  });

  it('narrows to a graduation year, together with q', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ada', graduationYear: 2030 });
    await school.student({ firstName: 'Ben', graduationYear: 2030 });
    await school.student({ firstName: 'Ada', lastName: 'Zorn', graduationYear: 2031 });
    await school.student({ firstName: 'Cleo', graduationYear: null });
    const { token } = await school.parent();
    expect(names(await roster(school, token, '?graduationYear=2030'))).toEqual(['Ada Park', 'Ben Park']);
    expect(names(await roster(school, token, '?graduationYear=2030&q=ada'))).toEqual(['Ada Park']);
    expect(names(await roster(school, token, '?graduationYear=1999'))).toEqual([]);
  });

  it('ignores a query field that it does not know', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ada' });
    const { token } = await school.parent();
    expect(names(await roster(school, token, '?page=2&q[]=ben&schoolId=x'))).toEqual(['Ada Park']);
  });
});
