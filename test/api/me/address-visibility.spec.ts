import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VisibilityChange } from '../../../src/features/directory/visibility/visibility-change.entity.js';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const set = (token: string | undefined, value: unknown): Promise<ApiAnswer> =>
  t.api.patch('/me/address-visibility', { token, body: { address_visible: value } });
const hide = async ({ token }: { token: string }): Promise<void> => {
  expect(await set(token, false)).toMatchObject({ status: 204, text: '' });
};
const isVisible = async ({ id }: Student): Promise<boolean> =>
  (await t.dataSource.manager.findOneByOrFail(Student, { id })).addressVisible;
const noted = (schoolId: string) =>
  t.dataSource.manager.find(VisibilityChange, { where: { schoolId }, order: { changedAt: 'asc' } });

/** Whether this person is shown where the school's only student lives: in detail, full roster and map. */
async function placesSeenBy(viewer: { token: string }, school: TestSchool, { id }: Student) {
  const detail = (await t.api.get(`/students/${id}`, viewer)).body;
  const [inRoster] = (await t.api.get(`/schools/${school.id}/students?full=true`, viewer)).body.students;
  const { markers } = (await t.api.get(`/schools/${school.id}/map-markers`, viewer)).body;
  return {
    address: detail.address?.line1 ?? null,
    detail: [detail.latitude, detail.longitude],
    roster: [inRoster.latitude, inRoster.longitude],
    map: markers.map((marker: { latitude: number }) => marker.latitude),
  };
}

const SHOWN = { address: 'Main Street 1', detail: [40.5, -73.5], roster: [40.5, -73.5], map: [40.5] };
const HIDDEN = { address: null, detail: [null, null], roster: [null, null], map: [] };

describe('PATCH /me/address-visibility', () => {
  it('refuses a call without a token, and asks for the second step first', async () => {
    expectError(await set(undefined, false), 401, 'not_authenticated');
    const token = await tokenOf(t, await aPerson(t), { secondStepPending: true });
    expectError(await set(token, false), 401, 'mfa_required');
  });

  it.each([undefined, null, 'true', 'false', 0, 1, '', [], {}])('refuses %j', async (value) => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    expectInvalid(await set(caller.token, value), 'address_visible');
    expect(await isVisible(ada)).toBe(true);
    expect(await noted(school.id)).toEqual([]);
  });

  it('hides detail, full roster and map at once, and not from the family and admins', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome();
    const [caller, coGuardian] = [await school.parentOf(ada), await school.parentOf(ada)];
    const [stranger, admin] = [await school.parent(), await school.admin('junior_admin')];
    for (const viewer of [stranger, admin, coGuardian, caller]) {
      expect(await placesSeenBy(viewer, school, ada)).toEqual(SHOWN);
    }
    await hide(caller);
    expect(await placesSeenBy(stranger, school, ada)).toEqual(HIDDEN);
    for (const viewer of [admin, coGuardian, caller]) {
      expect(await placesSeenBy(viewer, school, ada)).toEqual(SHOWN);
    }
    expect((await t.api.get('/me', caller)).body.memberships).toMatchObject([{ address_visible: false }]);
    expect((await t.api.get('/me/export', caller)).body.contact.address_visible).toBe(false);
    expect((await set(coGuardian.token, true)).status).toBe(204);
    expect(await placesSeenBy(stranger, school, ada)).toEqual(SHOWN);
  });

  it('applies to every linked student, in both schools, archived ones included, and to no other', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const [ada, ben] = [await ash.student(), await ash.student({ archivedAt: new Date() })];
    const caller = await ash.parentOf([ada, ben]);
    const cleo = await birch.student();
    const atBirch = await birch.parent({}, caller);
    await birch.guardian(cleo, { membershipId: atBirch.membershipId });
    const stranger = await birch.student();
    await birch.guardian(stranger, { email: caller.email });
    await hide(caller);
    expect(await Promise.all([ada, ben, cleo, stranger].map(isVisible))).toEqual([false, false, false, true]);
  });

  it('changes nothing without linked students, nor through a deactivated membership', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const guardian = await school.parentOf(ada);
    await school.deactivate(guardian);
    for (const caller of [await aPerson(t), await school.parent(), await school.admin(), guardian]) {
      await hide(caller);
    }
    expect(await isVisible(ada)).toBe(true);
    expect(await noted(school.id)).toEqual([]);
  });

  it('notes each change once, when it really was one', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf([ada, await school.student({ addressVisible: false })]);
    t.clock.moveTo('2026-11-02T09:00:00Z');
    await hide(caller);
    await hide(caller);
    const hidden = await noted(school.id);
    expect(hidden).toMatchObject([{ studentId: ada.id, guardianId: null, visible: false }]);
    expect(hidden[0]?.changedAt.toISOString()).toMatch(/^2026-11-02T09:00:0/);
    t.clock.advance(60_000);
    await set(caller.token, true);
    expect((await noted(school.id)).map((one) => one.visible)).toEqual([false, true, true]);
  });

  it('lets two guardians of the same children change it twenty times at once', async () => {
    const school = await aSchool(t);
    const children = await Promise.all(Array.from({ length: 5 }, () => school.student()));
    const mother = await school.parentOf(children);
    const father = await school.parentOf(children.toReversed());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => set((i % 2 ? mother : father).token, i % 3 === 0)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(new Set(await Promise.all(children.map(isVisible))).size).toBe(1);
  });
});
