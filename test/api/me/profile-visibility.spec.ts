import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VisibilityChange } from '../../../src/features/directory/visibility/visibility-change.entity.js';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const set = (token: string | undefined, value: unknown): Promise<ApiAnswer> =>
  t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: value } });
const hide = async ({ token }: { token: string }): Promise<void> => {
  expect(await set(token, 'name_only')).toMatchObject({ status: 204, text: '' });
};
const noted = (schoolId: string) =>
  t.dataSource.manager.find(VisibilityChange, { where: { schoolId }, order: { changedAt: 'asc' } });

/** The caller's email and phone, as this person is shown them: in the detail and in the full roster. */
async function contactSeenBy(viewer: { token: string }, school: TestSchool, of: TestGuardian) {
  const { body } = await t.api.get(`/schools/${school.id}/students?full=true`, viewer);
  const [student] = body.students;
  const detail = await t.api.get(`/students/${student.id}`, viewer);
  return [student.guardians, detail.body.guardians].map((guardians: Json[]) => {
    const { name, email, phone } = guardians.find(({ id }) => id === of.guardianId)!;
    return { name, email, phone };
  });
}
type Json = Record<string, unknown>;

const twice = (contact: Json): Json[] => [contact, contact];
const HIDDEN = twice({ name: 'Maria Park', email: null, phone: null });

describe('PATCH /me/profile-visibility', () => {
  it('refuses a call without a token, and asks for the second step first', async () => {
    expectError(await set(undefined, 'name_only'), 401, 'not_authenticated');
    const person = await aPerson(t);
    const token = await tokenOf(t, person, { secondStepPending: true });
    expectError(await set(token, 'name_only'), 401, 'mfa_required');
  });

  it.each([undefined, null, '', 'none', 'FULL', 'full ', true, 1, ['full']])('refuses %j', async (value) => {
    const school = await aSchool(t);
    const caller = await school.parentOf(await school.student());
    expectInvalid(await set(caller.token, value), 'profile_visibility');
    expect(await noted(school.id)).toEqual([]);
  });

  it('hides the contact at once from strangers and the co-guardian, and not from admins and the person', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const [caller, coGuardian] = [await school.parentOf(ada), await school.parentOf(ada)];
    const [stranger, admin] = [await school.parent(), await school.admin('junior_admin')];
    const shown = twice({ name: 'Maria Park', email: caller.email, phone: '+1 555 0100' });
    for (const viewer of [stranger, coGuardian, admin, caller]) {
      expect(await contactSeenBy(viewer, school, caller)).toEqual(shown);
    }
    await hide(caller);
    for (const viewer of [stranger, coGuardian]) {
      expect(await contactSeenBy(viewer, school, caller)).toEqual(HIDDEN);
    }
    for (const viewer of [admin, caller]) {
      expect(await contactSeenBy(viewer, school, caller)).toEqual(shown);
    }
    expect((await set(caller.token, 'full')).status).toBe(204);
    expect(await contactSeenBy(stranger, school, caller)).toEqual(shown);
  });

  it('holds in every school, also where the membership is deactivated', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const caller = await ash.parentOf(await ash.student());
    const atBirch = await birch.parent({}, caller);
    const { id: guardianId } = await birch.guardian(await birch.student(), {
      membershipId: atBirch.membershipId,
    });
    await birch.deactivate(atBirch);
    await hide(caller);
    expect(await contactSeenBy(await ash.parent(), ash, caller)).toEqual(HIDDEN);
    expect(await contactSeenBy(await birch.parent(), birch, { ...atBirch, guardianId })).toEqual(HIDDEN);
    const memberships = await t.dataSource.manager.findBy(Membership, { userId: caller.userId });
    expect(memberships.map((one) => one.profileVisibility)).toEqual(['name_only', 'name_only']);
    const { body } = await t.api.get('/me', caller);
    expect(body.memberships).toMatchObject([
      { profile_visibility: 'name_only' },
      { profile_visibility: 'name_only' },
    ]);
  });

  it('leaves the other guardians as they are', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const [caller, other] = [await school.parentOf(ada), await school.parentOf(ada)];
    await hide(caller);
    expect(await contactSeenBy(caller, school, other)).toMatchObject(twice({ email: other.email }));
  });

  it('hides and shows a second record of the caller for the same student, and nobody else of that address', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    const onFile = { email: caller.email, source: 'oneroster' };
    const twin = await school.guardian(ada, { ...onFile, lastName: 'PARK' });
    const ian = await school.guardian(ada, { ...onFile, firstName: 'Ian' });
    const namesake = await school.guardian(ada, { source: 'oneroster' });
    const seen = async (guardianId: string) =>
      contactSeenBy(await school.parent(), school, { ...caller, guardianId });
    await hide(caller);
    for (const id of [caller.guardianId, twin.id])
      expect(await seen(id)).toMatchObject(twice({ email: null, phone: null }));
    expect(await seen(ian.id)).toMatchObject(twice({ email: caller.email }));
    expect(await seen(namesake.id)).toMatchObject(twice({ email: namesake.email }));
    const hidden = await noted(school.id);
    expect(hidden.map((one) => one.guardianId).sort()).toEqual([caller.guardianId, twin.id].sort());
    expect((await set(caller.token, 'full')).status).toBe(204);
    for (const id of [caller.guardianId, twin.id])
      expect(await seen(id)).toMatchObject(twice({ email: caller.email, phone: '+1 555 0100' }));
  });

  it('hides a second record that goes by the name of the account, when a source has set the linked one back', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    const twin = await school.guardian(ada, { email: caller.email, source: 'oneroster' });
    const contact = { first_name: 'Kate', last_name: 'Doe', phone: '+1 555 0100' };
    expect((await t.api.patch('/me/contact', { token: caller.token, body: contact })).status).toBe(200);
    await t.dataSource.query(`update guardians set first_name = 'Katherine' where id = $1`, [
      caller.guardianId,
    ]);
    await hide(caller);
    const seen = await contactSeenBy(await school.parent(), school, { ...caller, guardianId: twin.id });
    expect(seen).toMatchObject(twice({ email: null, phone: null }));
  });

  /** @returns the visibility of the membership and of the guardian records */
  const joined = async (school: TestSchool, person: { email: string; token: string }): Promise<unknown[]> => {
    const ada = await school.student();
    const students = [{ studentId: ada.id, relation: 'mother' as const }];
    const invitation = { schoolId: school.id, email: person.email, role: 'parent' as const, students };
    await t.app.get(InvitationsService).invite(invitation);
    expect((await t.api.post('/registration/confirm', person)).status).toBe(200);
    const { body } = await t.api.get('/me', person);
    const guardians = await t.dataSource.manager.findBy(Guardian, { studentId: ada.id });
    return [
      body.memberships.find((one: Json) => one.school_id === school.id).profile_visibility,
      ...guardians.map(({ profileVisibility }) => profileVisibility),
    ];
  };

  it('hides in the next school who hides as a member, before the first school, and after they left the last', async () => {
    const member = await (await aSchool(t)).parent();
    const gone = await (await aSchool(t)).parent();
    expect((await t.api.post(`/me/leave-school/${gone.membershipId}`, gone)).status).toBe(204);
    for (const caller of [member, await aPerson(t), gone]) {
      await hide(caller);
      expect(await joined(await aSchool(t), caller)).toEqual(['name_only', 'name_only']);
    }
  });

  it('shows in the next school who shows themselves again after they left the last', async () => {
    const caller = await (await aSchool(t)).parent();
    await hide(caller);
    expect((await t.api.post(`/me/leave-school/${caller.membershipId}`, caller)).status).toBe(204);
    expect((await set(caller.token, 'full')).status).toBe(204);
    expect(await joined(await aSchool(t), caller)).toEqual(['full', 'full']);
  });

  it('hides and shows who is on file at a school that they have not joined, and nobody else of that address', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const caller = await ash.parentOf(await ash.student());
    const ben = await birch.student();
    const own = await birch.guardian(ben, { email: caller.email, source: 'oneroster' });
    const ian = await birch.guardian(ben, { email: caller.email, firstName: 'Ian', source: 'oneroster' });
    const namesake = await birch.guardian(ben, { source: 'oneroster' });
    const seen = async (guardianId: string) =>
      contactSeenBy(await birch.parent(), birch, { ...caller, guardianId });
    await hide(caller);
    expect(await seen(own.id)).toEqual(HIDDEN);
    expect(await seen(ian.id)).toMatchObject(twice({ email: caller.email }));
    expect(await seen(namesake.id)).toMatchObject(twice({ email: namesake.email }));
    expect((await set(caller.token, 'full')).status).toBe(204);
    expect(await seen(own.id)).toMatchObject(twice({ email: caller.email, phone: '+1 555 0100' }));
    const changes = (await noted(birch.id)).map(({ guardianId, visible }) => [guardianId, visible]);
    expect(changes).toEqual([
      [own.id, false],
      [own.id, true],
    ]);
  });

  it('leaves who is on file with an address that the caller has not proven', async () => {
    const school = await aSchool(t);
    const [caller, ada] = [await aPerson(t), await school.student()];
    const own = await school.guardian(ada, { email: caller.email });
    await t.dataSource.query('update users set email_verified_at = null where email = $1', [caller.email]);
    await set(caller.token, 'name_only');
    const seen = await contactSeenBy(await school.parent(), school, {
      ...caller,
      guardianId: own.id,
    } as never);
    expect(seen).toMatchObject(twice({ email: caller.email }));
  });

  it('notes each change once, when it really was one', async () => {
    const school = await aSchool(t);
    const caller = await school.parentOf([await school.student(), await school.student()]);
    t.clock.moveTo('2026-11-02T09:00:00Z');
    await hide(caller);
    await hide(caller);
    const hidden = await noted(school.id);
    expect(hidden).toMatchObject([{ visible: false }, { visible: false }]);
    expect(new Set(hidden.map((one) => one.guardianId))).toContain(caller.guardianId);
    expect(hidden[0]?.changedAt.toISOString()).toMatch(/^2026-11-02T09:00:0/);
    t.clock.advance(60_000);
    await set(caller.token, 'full');
    expect((await noted(school.id)).map((one) => one.visible)).toEqual([false, false, true, true]);
  });

  it('hides whom a registration links at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ash, birch] = [await aSchool(t), await aSchool(t)];
      const caller = await ash.parentOf(await ash.student());
      const onFile = await birch.guardian(await birch.student(), { email: caller.email });
      const invitation = { schoolId: birch.id, email: caller.email, role: 'parent' as const, students: [] };
      await t.app.get(InvitationsService).invite(invitation);
      const [joined, hidden] = await Promise.all([
        t.api.post('/registration/confirm', caller),
        set(caller.token, 'name_only'),
      ]);
      expect([joined.status, hidden.status]).toEqual([200, 204]);
      const stored = await t.dataSource.manager.findOneBy(Guardian, { id: onFile.id });
      expect(stored).toMatchObject({ profileVisibility: 'name_only' });
    }
  });
});
