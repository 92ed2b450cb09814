import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { aFullLife } from '../../support/full-life.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const leave = (membershipId: string, token?: string): Promise<ApiAnswer> =>
  t.api.post(`/me/leave-school/${membershipId}`, { token });
const left = async ({ membershipId, token }: TestMember): Promise<void> => {
  expect(await leave(membershipId, token)).toMatchObject({ status: 204, text: '' });
};
const isMember = ({ membershipId }: TestMember) =>
  t.dataSource.manager.existsBy(Membership, { id: membershipId });
const soleSeniorAdmin = async (member: TestMember): Promise<void> =>
  expectError(await leave(member.membershipId, member.token), 409, 'conflict', 'sole_senior_admin');

describe('POST /me/leave-school/:membershipId', () => {
  it('refuses a call without a token, and asks for the second step first', async () => {
    const caller = await (await aSchool(t)).parent();
    expectError(await leave(caller.membershipId), 401, 'not_authenticated');
    const token = await tokenOf(t, caller, { secondStepPending: true });
    expectError(await leave(caller.membershipId, token), 401, 'mfa_required');
    expect(await isMember(caller)).toBe(true);
  });

  it('tells no membership of others, invented or malformed from another', async () => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const caller = await school.parent();
    const others = [await school.parent(), await school.admin(), await elsewhere.parent()];
    const ids = others.map((member) => member.membershipId);
    const answers = await Promise.all(
      [...ids, randomUUID(), 'springfield', '%00'].map((id) => leave(id, caller.token)),
    );
    for (const answer of answers) expectError(answer, 404, 'not_found');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await Promise.all(others.map(isMember))).toEqual([true, true, true]);
  });

  it('lets go who has been deactivated, and the only senior admin who has been', async () => {
    const school = await aSchool(t);
    for (const member of [await school.parent(), await school.admin('senior_admin')]) {
      await school.deactivate(member);
      await left(member);
      expect(await isMember(member)).toBe(false);
    }
  });

  it('finds nothing the second time', async () => {
    const caller = await (await aSchool(t)).parent();
    await left(caller);
    expectError(await leave(caller.membershipId, caller.token), 404, 'not_found');
  });

  it('answers again as the first time to who asks again with the key, and leaves nothing else', async () => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const caller = await school.parentOf(await school.student());
    const there = await elsewhere.parent({}, caller);
    const headers = { 'idempotency-key': randomUUID() };
    const again = (membershipId: string): Promise<ApiAnswer> =>
      t.api.post(`/me/leave-school/${membershipId}`, { token: caller.token, headers });
    for (let time = 0; time < 2; time += 1)
      expect(await again(caller.membershipId)).toMatchObject({ status: 204, text: '' });
    expect(await isMember(there)).toBe(true);
    expectError(await leave(caller.membershipId, caller.token), 404, 'not_found');
    const sent = { token: there.token, headers, body: 'no JSON {' };
    for (let time = 0; time < 2; time += 1)
      expect((await t.api.post(`/me/leave-school/${there.membershipId}`, sent)).status).toBe(204);
  });

  it('keeps the only senior admin, whoever else is there', async () => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const caller = await school.admin();
    await school.deactivate(await school.admin());
    await school.admin('junior_admin');
    await elsewhere.admin();
    await soleSeniorAdmin(caller);
    expect((await t.api.get(`/schools/${school.id}/students`, caller)).status).toBe(200);
  });

  it('lets a senior admin go while there is another one, who then has to stay', async () => {
    const school = await aSchool(t);
    const [first, second] = [await school.admin(), await school.admin()];
    await left(first);
    await soleSeniorAdmin(second);
  });

  it('lets junior admins and parents go, also the last ones', async () => {
    const school = await aSchool(t);
    await left(await school.admin('junior_admin'));
    await left(await school.parent());
  });

  it('takes an id in capital letters for what it is', async () => {
    const caller = await (await aSchool(t)).parent();
    expect((await leave(caller.membershipId.toUpperCase(), caller.token)).status).toBe(204);
    expect(await t.dataSource.manager.existsBy(Membership, { id: caller.membershipId })).toBe(false);
  });

  it('lets one of two calls at once through', async () => {
    const school = await aSchool(t);
    for (let round = 0; round < 10; round += 1) {
      const { membershipId, token } = await school.parentOf(await school.student());
      const answers = await Promise.all([leave(membershipId, token), leave(membershipId, token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
  });
});

describe('joining again', () => {
  const invite = (school: TestSchool, { email }: { email: string }, ada?: Student) =>
    t.app.get(InvitationsService).invite({
      schoolId: school.id,
      email,
      role: 'parent',
      students: ada ? [{ studentId: ada.id, relation: 'mother' }] : [],
    });

  it('works by a new invitation: a new membership, without what was left behind', async () => {
    const school = await aSchool(t);
    const caller = await school.parent();
    const { ada } = await aFullLife(t, school, caller);
    await left(caller);
    await invite(school, caller, ada);
    const { body } = await t.api.post('/registration/confirm', caller);
    expect(body.created).toEqual({ memberships: 1, guardian_links: 1 });
    expect(body.memberships[0].membership_id).not.toBe(caller.membershipId);
    const detail = (await t.api.get(`/students/${ada.id}`, caller)).body;
    expect(detail).toMatchObject({ is_own: true, starred: false, notes: [] });
    expect(detail.guardians).toHaveLength(2);
  });

  it('and leaving at the same instant end in the one or the other, and in no error', async () => {
    for (let round = 0; round < 20; round += 1) {
      const school = await aSchool(t);
      const ada = await school.student();
      const caller = await school.parentOf(ada);
      await invite(school, caller, ada);
      const [joined, gone] = await Promise.all([
        t.api.post('/registration/confirm', caller),
        leave(caller.membershipId, caller.token),
      ]);
      expect([joined.status, gone.status]).toEqual([expect.anything(), 204]);
      expect([200, 404]).toContain(joined.status);
      const { manager } = t.dataSource;
      const members = await manager.countBy(Membership, { userId: caller.userId });
      expect(await manager.countBy(Guardian, { studentId: ada.id })).toBe(members);
    }
  });

  it('makes an account that never was in a school, a member like any other', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    await invite(school, person);
    const { body } = await t.api.post('/registration/confirm', person);
    const membershipId = body.memberships[0].membership_id as string;
    await left({ ...person, membershipId });
    expectError(await leave(membershipId, person.token), 404, 'not_found');
  });
});
