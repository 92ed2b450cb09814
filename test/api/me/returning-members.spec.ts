import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailChoice } from '../../../src/features/alerts/choices/mail-choice.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let mother: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  ada = await school.student();
  mother = await school.parentOf(ada, { relation: 'mother' });
});

const leave = async ({ membershipId, token }: TestMember): Promise<void> => {
  expect((await t.api.post(`/me/leave-school/${membershipId}`, { token })).status).toBe(204);
};

/** @returns the membership of now */
async function comeBack(member: TestMember, to = school, students = [ada]): Promise<TestMember> {
  await t.app.get(InvitationsService).invite({
    schoolId: to.id,
    email: member.email,
    role: 'parent',
    students: students.map(({ id }) => ({ studentId: id, relation: 'mother' })),
  });
  const { body } = await t.api.post('/registration/confirm', { token: member.token });
  const [membership] = (body.memberships as { school_id: string; membership_id: string }[]).filter(
    ({ school_id }) => school_id === to.id,
  );
  return { ...member, membershipId: membership!.membership_id };
}

describe('Somebody who left the school and came back', () => {
  const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
    new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
  const answer = (decision: string): object => ({ student_id: ada.id, decision });

  it('counts as no second guardian of what they have signed, and may change it', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    const { body } = await slip.answer(mother, answer('granted'));
    await leave(mother);
    const back = await comeBack(mother);
    expectError(await slip.answer(back, answer('granted')), 409, 'conflict', 'already_responded');
    expect((await slip.get(back)).body.my_responses).toMatchObject([{ id: body.id, can_edit: true }]);
    const { status, body: changed } = await slip.change(back, body.id, answer('declined'));
    expect([status, changed.revision, changed.signed_by_membership_id]).toEqual([200, 2, back.membershipId]);
  });

  it('takes back what they have declined', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, answer('declined'));
    await leave(mother);
    const back = await comeBack(mother);
    expect((await slip.withdraw(back, body.id)).status).toBe(204);
    expect((await slip.answer(back, answer('granted'))).status).toBe(201);
  });

  it('edits nothing of which the right was taken from them', async () => {
    const [chess, art] = [await anOrganization(t, school), await anOrganization(t, school)];
    const grants = t.dataSource.getRepository(OrganizationGrant);
    const { membershipId } = mother;
    const held = { schoolId: school.id, membershipId, startsAt: t.clock.now(), expiresAt: null };
    await grants.insert({ ...held, organizationId: chess.id, revokedAt: t.clock.now() });
    await grants.insert({ ...held, organizationId: art.id });
    await leave(mother);
    const back = await comeBack(mother);
    expect(await grants.findBy({ membershipId: back.membershipId })).toMatchObject([
      { organizationId: chess.id, revokedAt: expect.any(Date) },
    ]);
  });

  it('gets no more mails than before', async () => {
    const choices = t.dataSource.getRepository(MailChoice);
    const choice = { schoolId: school.id, membershipId: mother.membershipId, token: mother.membershipId };
    await choices.insert({ ...choice, unsubscribedAt: t.clock.now() });
    await leave(mother);
    const { membershipId } = await comeBack(mother);
    expect(await choices.findBy({ schoolId: school.id })).toMatchObject([
      { membershipId, token: choice.token, unsubscribedAt: expect.any(Date) },
    ]);
  });

  it('leaves nothing behind that would hold a third time', async () => {
    await leave(mother);
    await comeBack(mother);
    expect(
      await t.dataSource.query('select 1 from member_departures where school_id = $1', [school.id]),
    ).toEqual([]);
  });
});

describe('Somebody who hid their contact and left their only school', () => {
  const show = async (profile_visibility: string): Promise<void> => {
    const { status } = await t.api.patch('/me/profile-visibility', {
      token: mother.token,
      body: { profile_visibility },
    });
    expect(status).toBe(204);
  };
  const shownIn = async (at: TestSchool, student: Student): Promise<object[]> =>
    (await t.api.get(`/students/${student.id}`, { token: (await at.parent()).token })).body.guardians;
  const visibility = async ({ membershipId }: TestMember) =>
    (await t.dataSource.manager.findOneByOrFail(Membership, { id: membershipId })).profileVisibility;

  it('stays hidden when they come back', async () => {
    await show('name_only');
    await leave(mother);
    await comeBack(mother);
    expect(await shownIn(school, ada)).toMatchObject([{ email: null, phone: null }]);
  });

  it('stays hidden at the next school', async () => {
    await show('name_only');
    await leave(mother);
    const next = await aSchool(t);
    const ben = await next.student();
    await comeBack(mother, next, [ben]);
    expect(await shownIn(next, ben)).toMatchObject([{ email: null, phone: null }]);
  });

  it('stays visible where they have chosen that since', async () => {
    await show('name_only');
    await leave(mother);
    const next = await aSchool(t);
    const there = await comeBack(mother, next, [await next.student()]);
    await show('full');
    expect(await visibility(await comeBack(mother))).toBe('full');
    await leave(there);
    expect(await visibility(await comeBack(mother, next, []))).toBe('full');
  });
});
