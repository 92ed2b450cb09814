import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  // The order has to come from the query, and not from an index that happens to serve it.
  await t.dataSource.query('drop index students_roster_idx');
});
afterAll(() => t.close());

const roster = (school: TestSchool, token: string, query = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/students${query}`, { token });
const names = ({ body }: ApiAnswer): string[] => body.students.map((s: { name: string }) => s.name);

describe('GET /schools/:schoolId/students, the order', () => {
  it('sorts by last name, then first name', async () => {
    const school = await aSchool(t);
    for (const [firstName, lastName] of [
      ['Ben', 'Park'],
      ['Zoe', 'Abel'],
      ['Ada', 'Park'],
      ['Ada', 'Zorn'],
    ]) {
      await school.student({ firstName: firstName!, lastName: lastName! });
    }
    const { token } = await school.parent();
    expect(names(await roster(school, token))).toEqual(['Zoe Abel', 'Ada Park', 'Ben Park', 'Ada Zorn']);
  });

  it('sorts case and accents as a parent would look for them', async () => {
    const sorted = [
      'Ábel',
      'adams',
      'Ängström',
      'Azul',
      'de la Cruz',
      'De Luca',
      "O'Brien",
      'Østby',
      'öz',
      'Zorn',
    ];
    const school = await aSchool(t);
    for (const lastName of [...sorted].reverse()) await school.student({ lastName });
    const { token } = await school.parent();
    const { body } = await roster(school, token);
    expect(body.students.map((s: { last_name: string }) => s.last_name)).toEqual(sorted);
  });

  it('keeps students of the same name in the same order every time', async () => {
    const school = await aSchool(t);
    for (let i = 0; i < 12; i += 1) await school.student({ firstName: 'Ada', lastName: 'Park' });
    const { token } = await school.parent();
    const ids = async (query: string): Promise<string[]> =>
      (await roster(school, token, query)).body.students.map((s: { id: string }) => s.id);
    const first = await ids('');
    expect(first).toEqual([...first].sort());
    await t.dataSource.query(`update students set grade = '9' where id = $1`, [first[0]]);
    expect(await ids('')).toEqual(first);
    expect(await ids('?q=ada')).toEqual(first);
    expect(await ids('?full=true')).toEqual(first);
  });
});
