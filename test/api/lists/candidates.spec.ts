import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aList } from '../../support/list.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /lists/:listId/candidates', () => {
  hidesTheListFromOthers(() => t, { method: 'GET', path: (id) => `/lists/${id}/candidates` });

  it('returns every active parent of the school, on the list or not, and admins who are one', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const gone = await school.student({ archivedAt: new Date() });
    const owner = await school.parent({ firstName: 'Owner' });
    const entry = await school.parent({ firstName: 'Entry' });
    const adminAndParent = await school.member('junior_admin', { firstName: 'Admin' });
    await school.guardian(ada, { membershipId: adminAndParent.membershipId });
    const formerParent = await school.member('senior_admin', { firstName: 'Former' });
    await school.guardian(gone, { membershipId: formerParent.membershipId });
    await school.member('senior_admin', { firstName: 'Office' });
    await school.deactivate(await school.parent({ firstName: 'Deactivated' }));
    await (await aSchool(t)).parent({ firstName: 'Elsewhere' });
    await school.guardian(ada, { firstName: 'Unregistered' });

    const list = await aList(t, school, owner);
    await list.addGuardian(entry);
    expect(await list.names('/candidates')).toEqual(['Admin Park', 'Entry Park', 'Owner Park']);
  });

  it('gives each with their students on the roster, and no contact, whoever asks', async () => {
    const school = await aSchool(t);
    const [ben, ada, gone] = [
      await school.student({ firstName: 'Ben', graduationYear: null }),
      await school.student({ firstName: 'Ada' }),
      await school.student({ archivedAt: new Date() }),
    ];
    const maria = await school.parent({ phone: '+1 212 555 0100' });
    for (const student of [ben, ada, gone]) {
      await school.guardian(student, { membershipId: maria.membershipId, email: maria.email });
    }
    const admin = await school.admin();
    for (const caller of [maria, admin]) {
      const { body, text } = await (await aList(t, school, caller)).read('/candidates');
      expect(body).toEqual([
        {
          membership_id: maria.membershipId,
          first_name: 'Maria',
          last_name: 'Park',
          name: 'Maria Park',
          students: [
            { id: ada.id, name: 'Ada Park', graduation_year: 2030 },
            { id: ben.id, name: 'Ben Park', graduation_year: null },
          ],
        },
      ]);
      expect(text).not.toMatch(/@|\+1/);
    }
  });

  it('sorts by last name, then first name, then membership', async () => {
    const school = await aSchool(t);
    const owner = await school.parent({ firstName: 'Zoe', lastName: 'ábel' });
    const same = [await school.parent({ firstName: 'Ada' }), await school.parent({ firstName: 'Ada' })];
    const { body } = await (await aList(t, school, owner)).read('/candidates');
    expect(body.map(({ membership_id }: { membership_id: string }) => membership_id)).toEqual([
      owner.membershipId,
      ...same.map(({ membershipId }) => membershipId).sort(),
    ]);
  });
});
