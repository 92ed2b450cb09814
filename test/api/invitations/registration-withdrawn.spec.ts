import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RosterImporter } from '../../../src/features/directory/roster/roster.importer.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { aPerson, aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The person is on file, and invited, for Ada and Ben. */
async function aFamily() {
  const school = await aSchool(t);
  const person = await aPerson(t);
  const ada = await school.student({ source: 'oneroster' });
  const ben = await school.student({ source: 'oneroster', firstName: 'Ben' });
  for (const student of [ada, ben])
    await school.guardian(student, { source: 'oneroster', sourceId: 'p1', email: person.email });
  const students = [ada, ben].map(({ id }) => ({ studentId: id, relation: 'father' as const }));
  await invite(school, person, students);
  return { school, person, ada, ben };
}

const invite = (
  school: TestSchool,
  { email }: Person,
  students: { studentId: string; relation: 'father' }[],
): Promise<string> =>
  t.app.get(InvitationsService).invite({ schoolId: school.id, email, role: 'parent', students });

/** An export that names nobody for these students. */
const withdrawn = (school: TestSchool, ...students: { sourceId: string }[]): Promise<unknown> =>
  t.dataSource.transaction((manager) =>
    t.app.get(RosterImporter).importGuardians(manager, {
      schoolId: school.id,
      source: 'oneroster',
      guardians: [],
      completeForStudents: students.map(({ sourceId }) => sourceId),
      now: t.clock.now(),
    }),
  );

const linked = async ({ token }: Person): Promise<string[]> => {
  const { body } = await t.api.post('/registration/confirm', { token });
  return body.linked_students.map((link: { student_id: string }) => link.student_id);
};

describe('POST /registration/confirm, after the school has taken somebody off whom it had invited', () => {
  it('links them to no student whom the school took off', async () => {
    const { school, person, ada, ben } = await aFamily();
    await withdrawn(school, ada);
    expect(await linked(person)).toEqual([ben.id]);
  });

  it('links them where they are invited again', async () => {
    const { school, person, ada, ben } = await aFamily();
    await withdrawn(school, ada, ben);
    await invite(school, person, [{ studentId: ada.id, relation: 'father' }]);
    expect(await linked(person)).toEqual([ada.id]);
  });

  it('leaves what they were invited for before they came', async () => {
    const { school, person, ada, ben } = await aFamily();
    expect((await linked(person)).sort()).toEqual([ada.id, ben.id].sort());
    await withdrawn(school, ada, ben);
    expect(await linked(person)).toEqual([]);
    const { body } = await t.api.get('/me/export', { token: person.token });
    expect(body.invitations).toMatchObject([{ students: [{}, {}] }]);
  });

  it('leaves what others are invited for, and who was taken off under another email', async () => {
    const { school, person, ada, ben } = await aFamily();
    await t.dataSource.query(`update guardians set email = 'old@x.org' where student_id = $1`, [ben.id]);
    const other = await aPerson(t);
    await invite(school, other, [{ studentId: ada.id, relation: 'father' }]);
    await withdrawn(school, ada, ben);
    expect(await linked(other)).toEqual([ada.id]);
    expect(await linked(person)).toEqual([ben.id]);
  });
});

describe('GET /me/export, after the school has taken somebody off', () => {
  it('returns what was hidden then, which stays hidden when it comes back', async () => {
    const { school, person, ada, ben } = await aFamily();
    await linked(person);
    await withdrawn(school, ben);
    const hiding = { profile_visibility: 'name_only' };
    await t.api.patch('/me/profile-visibility', { token: person.token, body: hiding });
    await withdrawn(school, ada);
    const { body } = await t.api.get('/me/export', { token: person.token });
    const of = { school_id: school.id, student_id: ada.id };
    expect(body.withdrawals).toEqual([{ ...of, source: 'oneroster', source_id: 'p1' }]);
  });
});
