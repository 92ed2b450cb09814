import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type Person } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const read = ({ id }: TestOrganization, { token }: Person): Promise<ApiAnswer> =>
  t.api.get(`/organizations/${id}/roster`, { token });

describe('GET /organizations/:organizationId/roster', () => {
  hidesTheOrganizationFromOutsiders(() => t, { method: 'GET', path: (id) => `/organizations/${id}/roster` });

  it('returns nothing before anyone is on it', async () => {
    const school = await aSchool(t);
    const answer = await read(await anOrganization(t, school), await school.parent());
    expect([answer.text, answer.headers.get('etag')]).toEqual([
      '{"students":[],"parents":[]}',
      expect.stringMatching(/^W\//),
    ]);
  });

  it('lists the students by name, with what they do and who their guardians are', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const [zoe, ada] = [
      await school.student({ firstName: 'Zoe' }),
      await school.student({ firstName: 'Ada' }),
    ];
    await school.guardian(ada, { firstName: 'Otto', lastName: 'Park', relation: 'father' });
    await school.guardian(ada, { firstName: 'Ines', lastName: 'Vale', isPrimary: true });
    await chess.enroll(zoe);
    await chess.enroll(ada, { position: 'Goalkeeper', jersey: '07' });
    await chess.enroll(await school.student({ archivedAt: new Date() }));
    await (await anOrganization(t, school)).enroll(await school.student({ firstName: 'Elsewhere' }));
    expect((await read(chess, await school.parent())).body).toEqual({
      students: [
        {
          id: ada.id,
          first_name: 'Ada',
          last_name: 'Park',
          name: 'Ada Park',
          graduation_year: 2030,
          has_photo: false,
          guardians: [
            { name: 'Ines Vale', relation: 'mother' },
            { name: 'Otto Park', relation: 'father' },
          ],
          position: 'Goalkeeper',
          jersey: '07',
        },
        {
          id: zoe.id,
          first_name: 'Zoe',
          last_name: 'Park',
          name: 'Zoe Park',
          graduation_year: 2030,
          has_photo: false,
          guardians: [],
          position: null,
          jersey: null,
        },
      ],
      parents: [],
    });
  });

  it('keeps a student whose family hides the address: it hides the address only', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    await chess.enroll(await school.studentAtHome({ addressVisible: false }));
    const { body, text } = await read(chess, await school.parent());
    expect(body.students).toHaveLength(1);
    expect(text).not.toMatch(/40\.5|73\.5|Main Street/);
  });

  it('lists the parents by name, without those who are no longer members', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const [vale, park] = [
      await school.parent({ firstName: 'Ada', lastName: 'Vale' }),
      await school.parent({ firstName: 'Zoe', lastName: 'Park', phone: '+1 555 0199' }),
    ];
    const gone = await school.parent();
    await chess.addParent(vale, { title: 'Team parent' });
    await chess.addParent(park);
    await chess.addParent(gone);
    await school.deactivate(gone);
    expect((await read(chess, await school.parent())).body.parents).toEqual([
      {
        membership_id: park.membershipId,
        name: 'Zoe Park',
        title: null,
        email: park.email,
        phone: '+1 555 0199',
      },
      {
        membership_id: vale.membershipId,
        name: 'Ada Vale',
        title: 'Team parent',
        email: vale.email,
        phone: null,
      },
    ]);
  });
});

describe('A parent on the roster who shows the name only', () => {
  async function aHiddenHelper(asGuardian: boolean) {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const ada = await school.student();
    const helper = await school.parent({
      phone: '+1 555 0142',
      profileVisibility: asGuardian ? 'full' : 'name_only',
    });
    await school.guardian(ada, {
      membershipId: helper.membershipId,
      profileVisibility: asGuardian ? 'name_only' : 'full',
    });
    await chess.enroll(ada);
    await chess.addParent(helper, { title: 'Team parent' });
    return { school, chess, ada, helper };
  }

  it.each([true, false])(
    'shows no contact to parents, co-parent and editor (as a guardian: %s)',
    async (asGuardian) => {
      const { school, chess, ada, helper } = await aHiddenHelper(asGuardian);
      const editor = await chess.anEditor();
      for (const caller of [await school.parent(), await school.parentOf(ada), editor]) {
        const { body, text } = await read(chess, caller);
        expect(body.parents).toMatchObject([{ title: 'Team parent', email: null, phone: null }]);
        expect(text).not.toContain(helper.email);
      }
      const body = { membership_id: helper.membershipId };
      const added = await t.api.post(`/organizations/${chess.id}/parents`, { token: editor.token, body });
      expect(added.body).toMatchObject({ email: null, phone: null });
    },
  );

  it('shows it to themselves and to admins', async () => {
    const { school, chess, helper } = await aHiddenHelper(false);
    for (const caller of [helper, await school.admin('junior_admin'), await school.admin('senior_admin')]) {
      expect((await read(chess, caller)).body.parents).toMatchObject([
        { email: helper.email, phone: '+1 555 0142' },
      ]);
    }
  });
});

describe('GET /organizations/:organizationId/candidates', () => {
  const call = { method: 'GET', path: (id: string) => `/organizations/${id}/candidates` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('lists every active parent of the school who is not on the roster, without any contact', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const ada = await school.student();
    const editor = await school.parent({ firstName: 'Ed', lastName: 'Abel' });
    await chess.grant(editor);
    const mother = await school.parent({ phone: '+1 555 0142' });
    await school.guardian(ada, { membershipId: mother.membershipId, email: mother.email });
    await chess.addParent(await school.parent({ firstName: 'Already' }));
    await school.deactivate(await school.parent({ firstName: 'Gone' }));
    await (await aSchool(t)).parent({ firstName: 'Elsewhere' });
    const { status, body, text } = await t.api.get(`/organizations/${chess.id}/candidates`, {
      token: editor.token,
    });
    expect([status, body]).toEqual([
      200,
      [
        {
          membership_id: editor.membershipId,
          first_name: 'Ed',
          last_name: 'Abel',
          name: 'Ed Abel',
          students: [],
        },
        {
          membership_id: mother.membershipId,
          first_name: 'Maria',
          last_name: 'Park',
          name: 'Maria Park',
          students: [{ id: ada.id, name: 'Ada Park', graduation_year: 2030 }],
        },
      ],
    ]);
    expect(text).not.toMatch(/@|\+1/);
    expect((await t.api.get(`/organizations/${chess.id}/candidates`, await school.admin())).body).toEqual(
      body,
    );
  });
});
