import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me', () => {
  it('refuses a call without a token', async () => {
    expectError(await t.api.get('/me'), 401, 'not_authenticated');
  });

  it('asks for the second step first', async () => {
    const token = await tokenOf(t, await aPerson(t), { secondStepPending: true });
    expectError(await t.api.get('/me', { token }), 401, 'mfa_required');
  });

  it('tells a fresh account who it is, and that it is not a deactivated one', async () => {
    const ada = await aPerson(t, { email: 'ada@example.org', firstName: 'Ada', lastName: 'Park' });
    const answer = await t.api.get('/me', { token: ada.token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: {
        id: ada.userId,
        email: 'ada@example.org',
        first_name: 'Ada',
        last_name: 'Park',
        two_step_enabled: false,
      },
      memberships: [],
      is_fully_deactivated: false,
    });
  });

  it('gives everything a school switcher needs', async () => {
    const school = await aSchool(t, {
      shortName: 'elm-street',
      name: 'Elm Street School',
      timeZone: 'America/Denver',
    });
    const ben = await school.student({ firstName: 'Ben', lastName: 'Park', graduationYear: null });
    const ada = await school.student({ firstName: 'Ada', lastName: 'Park', graduationYear: 2031 });
    const parent = await school.parentOf([ben, ada]);
    await t.dataSource.manager.update(
      Membership,
      { id: parent.membershipId },
      { joinedAt: new Date('2026-09-01T12:00:00.500Z') },
    );
    const { body } = await t.api.get('/me', { token: parent.token });
    const ordinary = { restricted: false, has_restricted_guardian: false };
    expect(body.memberships).toEqual([
      {
        membership_id: parent.membershipId,
        school_id: school.id,
        school_name: 'Elm Street School',
        school_short_name: 'elm-street',
        time_zone: 'America/Denver',
        role: 'parent',
        status: 'active',
        is_admin: false,
        profile_visibility: 'full',
        address_visible: true,
        students: [
          { id: ada.id, first_name: 'Ada', last_name: 'Park', graduation_year: 2031, ...ordinary },
          { id: ben.id, first_name: 'Ben', last_name: 'Park', graduation_year: null, ...ordinary },
        ],
        editor_grants: [],
        joined_at: '2026-09-01T12:00:00.500Z',
      },
    ]);
  });

  it('lists schools by name and tells the role in each', async () => {
    const person = await aPerson(t);
    const [birch, ash, oak] = await Promise.all([
      aSchool(t, { name: 'birch School' }),
      aSchool(t, { name: 'Ash School' }),
      aSchool(t, { name: 'Oak School' }),
    ]);
    await birch.admin('junior_admin', person);
    await ash.parent({}, person);
    await oak.admin('senior_admin', person);
    const { body } = await t.api.get('/me', { token: person.token });
    expect(body.memberships.map((m: Record<string, unknown>) => [m.school_name, m.role, m.is_admin])).toEqual(
      [
        ['Ash School', 'parent', false],
        ['birch School', 'junior_admin', true],
        ['Oak School', 'senior_admin', true],
      ],
    );
  });

  it('says null for address_visible without students and where they differ, else what they share', async () => {
    const school = await aSchool(t);
    const addressVisible = async (token: string): Promise<unknown> =>
      (await t.api.get('/me', { token })).body.memberships[0].address_visible;
    const childless = await school.parent();
    const ada = await school.student({ firstName: 'Ada', addressVisible: false });
    const ben = await school.student({ firstName: 'Ben', addressVisible: true });
    const parent = await school.parentOf([ada, ben]);
    expect(await addressVisible(childless.token)).toBeNull();
    expect(await addressVisible(parent.token)).toBeNull();
    await t.dataSource.manager.update(Student, { id: ben.id }, { addressVisible: false });
    expect(await addressVisible(parent.token)).toBe(false);
  });

  it('leaves out archived students and those of other guardians', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada' });
    const parent = await school.parentOf([ada, await school.student({ archivedAt: new Date() })]);
    await school.parentOf(await school.student({ firstName: 'Ben' }));
    const { body } = await t.api.get('/me', { token: parent.token });
    expect(body.memberships[0].students.map((s: { id: string }) => s.id)).toEqual([ada.id]);
  });

  it('shows the choice of name_only', async () => {
    const school = await aSchool(t);
    const parent = await school.parent({ profileVisibility: 'name_only' });
    const { body } = await t.api.get('/me', { token: parent.token });
    expect(body.memberships[0].profile_visibility).toBe('name_only');
  });

  it('still answers a deactivated member, without their students', async () => {
    const school = await aSchool(t);
    const parent = await school.parentOf(await school.student());
    await school.deactivate(parent);
    const { status, body } = await t.api.get('/me', { token: parent.token });
    expect(status).toBe(200);
    expect(body.is_fully_deactivated).toBe(true);
    expect(body.memberships).toMatchObject([{ status: 'deactivated', students: [], address_visible: null }]);
  });

  it('says deactivated only once no school is left', async () => {
    const [first, second] = await Promise.all([aSchool(t), aSchool(t)]);
    const parent = await first.parent();
    await second.parent({}, parent);
    await first.deactivate(parent);
    const { body } = await t.api.get('/me', { token: parent.token });
    expect(body.is_fully_deactivated).toBe(false);
    expect(body.memberships.map((m: { status: string }) => m.status).sort()).toEqual([
      'active',
      'deactivated',
    ]);
  });
});
