import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberRole } from '../../../src/platform/auth/caller.js';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { GuardianRelation } from '../../../src/features/directory/guardians/guardian-relation.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { Invitation } from '../../../src/features/invitations/invitation.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const confirm = (token?: string): Promise<ApiAnswer> => t.api.post('/registration/confirm', { token });

const invite = (
  school: TestSchool,
  email: string,
  students: [Student, GuardianRelation][] = [],
  role: 'parent' | 'senior_admin' = 'parent',
): Promise<string> =>
  t.app.get(InvitationsService).invite({
    schoolId: school.id,
    email,
    role,
    students: students.map(([{ id }, relation]) => ({ studentId: id, relation })),
  });

const membershipsOf = (userId: string) => t.dataSource.manager.findBy(Membership, { userId });
const guardiansOf = (student: Student) =>
  t.dataSource.manager.find(Guardian, { where: { studentId: student.id }, order: { relation: 'asc' } });

describe('POST /registration/confirm', () => {
  it('refuses a call without a token', async () => {
    expectError(await confirm(), 401, 'not_authenticated');
  });

  it('asks for the second step first, and leaves the invitation alone', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const id = await invite(school, person.email);
    expectError(await confirm(await tokenOf(t, person, { secondStepPending: true })), 401, 'mfa_required');
    expect(await t.dataSource.manager.findOneBy(Invitation, { id })).toMatchObject({ consumedAt: null });
  });

  it('refuses an unverified email, and gives its invitation to nobody', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, { emailVerifiedAt: null });
    const id = await invite(school, person.email);
    expectError(await confirm(person.token), 403, 'not_authorized');
    expect(await membershipsOf(person.userId)).toEqual([]);
    expect(await t.dataSource.manager.findOneBy(Invitation, { id })).toMatchObject({ consumedAt: null });
  });

  it('finds nothing for a person whom no school has invited', async () => {
    expectError(await confirm((await aPerson(t)).token), 404, 'not_found');
  });

  it('finds nothing for an email that only resembles the invited one', async () => {
    const school = await aSchool(t);
    await invite(school, 'nora.hill@example.org');
    const tagged = await aPerson(t, { email: 'nora.hill+school@example.org' });
    const undotted = await aPerson(t, { email: 'norahill@example.org' });
    expectError(await confirm(tagged.token), 404, 'not_found');
    expectError(await confirm(undotted.token), 404, 'not_found');
  });

  it('leaves a deactivated membership as it is, and keeps the invitation open', async () => {
    const school = await aSchool(t);
    const student = await school.student();
    const parent = await school.parent();
    await school.deactivate(parent);
    const id = await invite(school, parent.email, [[student, 'mother']]);
    const { status, body } = await confirm(parent.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      memberships: [{ status: 'deactivated' }],
      created: { memberships: 0, guardian_links: 0 },
      linked_students: [],
    });
    expect(await guardiansOf(student)).toEqual([]);
    expect(await t.dataSource.manager.findOneBy(Invitation, { id })).toMatchObject({ consumedAt: null });
    expectError(await t.api.get(`/students/${student.id}`, { token: parent.token }), 404, 'not_found');
  });

  it('makes the membership and the links that the school has prepared', async () => {
    const school = await aSchool(t, { name: 'Elm Street School' });
    const ada = await school.student({ firstName: 'Ada' });
    const ben = await school.student({ firstName: 'Ben' });
    const person = await aPerson(t, { firstName: 'Iris', lastName: 'Vale' });
    const id = await invite(school, person.email, [
      [ben, 'stepparent'],
      [ada, 'mother'],
    ]);
    const { status, body } = await confirm(person.token);
    expect(status).toBe(200);
    expect(body.created).toEqual({ memberships: 1, guardian_links: 2 });
    expect(body.memberships).toMatchObject([
      { school_name: 'Elm Street School', role: 'parent', status: 'active', students: [{}, {}] },
    ]);
    expect(body.linked_students).toEqual([
      { school_id: school.id, student_id: ada.id, relation: 'mother' },
      { school_id: school.id, student_id: ben.id, relation: 'stepparent' },
    ]);
    const [membership] = await membershipsOf(person.userId);
    expect(await guardiansOf(ada)).toMatchObject([
      { membershipId: membership?.id, firstName: 'Iris', lastName: 'Vale', email: person.email },
    ]);
    const consumed = await t.dataSource.manager.findOneByOrFail(Invitation, { id });
    expect(consumed.consumedAt).toBeInstanceOf(Date);
    expect((await t.api.get(`/students/${ada.id}`, { token: person.token })).body.is_own).toBe(true);
  });

  it('gives the role of the invitation', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    await invite(school, person.email, [], 'senior_admin');
    const { body } = await confirm(person.token);
    expect(body.memberships).toMatchObject([{ role: 'senior_admin', is_admin: true }]);
  });

  it('gives the role of the last of several invitations', async () => {
    const school = await aSchool(t);
    const [promoted, corrected] = [await aPerson(t), await aPerson(t)];
    for (const [{ email }, roles] of [
      [promoted, ['parent', 'senior_admin']],
      [corrected, ['senior_admin', 'parent']],
    ] as const)
      for (const role of roles) {
        t.clock.advance(1000);
        await invite(school, email, [], role);
      }
    for (const { token } of [promoted, corrected]) await confirm(token);
    expect(await membershipsOf(promoted.userId)).toMatchObject([{ role: 'senior_admin' }]);
    expect(await membershipsOf(corrected.userId)).toMatchObject([{ role: 'parent' }]);
  });

  it('changes nothing when it is called again', async () => {
    const school = await aSchool(t);
    const student = await school.student();
    const person = await aPerson(t);
    await invite(school, person.email, [[student, 'father']]);
    const first = await confirm(person.token);
    const again = await confirm(person.token);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, created: { memberships: 0, guardian_links: 0 } });
    expect(await guardiansOf(student)).toHaveLength(1);
  });

  it('makes one membership and one set of links of 20 calls at once', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada' });
    const ben = await school.student({ firstName: 'Ben' });
    const person = await aPerson(t);
    await invite(school, person.email, [[ada, 'mother']]);
    await invite(school, person.email, [[ben, 'mother']]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person.token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const sum = (of: (body: ApiAnswer['body']) => number): number =>
      answers.reduce((total, { body }) => total + of(body), 0);
    expect(sum((body) => body.created.memberships)).toBe(1);
    expect(sum((body) => body.created.guardian_links)).toBe(2);
    expect(await membershipsOf(person.userId)).toHaveLength(1);
    expect(await guardiansOf(ada)).toHaveLength(1);
    expect(await guardiansOf(ben)).toHaveLength(1);
  });

  it('matches the email in any case and with blanks around it', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, { email: 'owen.field@example.org' });
    await invite(school, ' Owen.Field@Example.ORG ');
    expect((await confirm(person.token)).body.created.memberships).toBe(1);
  });

  it('sets up two schools at once', async () => {
    const [ash, birch] = await Promise.all([
      aSchool(t, { name: 'Ash School' }),
      aSchool(t, { name: 'Birch School' }),
    ]);
    const person = await aPerson(t);
    const student = await birch.student();
    await invite(birch, person.email, [[student, 'guardian']]);
    await invite(ash, person.email);
    const { body } = await confirm(person.token);
    expect(body.created).toEqual({ memberships: 2, guardian_links: 1 });
    expect(body.memberships.map((m: { school_name: string }) => m.school_name)).toEqual([
      'Ash School',
      'Birch School',
    ]);
  });
});

describe('POST /registration/confirm, after the operator has made the invited person a member', () => {
  const admit = (school: TestSchool, email: string, role: MemberRole) =>
    t.dataSource.transaction((manager) =>
      t.app.get(MemberAdmissionService).admit(manager, { schoolId: school.id, email, role, students: [] }),
    );

  it('gives back no role that the operator has changed since, also to a person who left', async () => {
    const [school, other] = [await aSchool(t), await aSchool(t)];
    const person = await aPerson(t);
    await invite(school, person.email, [], 'senior_admin');
    await invite(other, person.email);
    await admit(school, person.email, 'senior_admin');
    const { membershipId } = await admit(school, person.email, 'parent');
    const { status } = await t.api.post(`/me/leave-school/${membershipId}`, { token: person.token });
    expect(status).toBe(204);
    const { body } = await confirm(person.token);
    expect(body.memberships).toMatchObject([{ school_id: other.id, role: 'parent' }]);
  });

  it('links nothing more: the students of the invitation came with the membership', async () => {
    const school = await aSchool(t);
    const student = await school.student();
    const person = await aPerson(t);
    await invite(school, person.email, [[student, 'stepparent']]);
    expect(await admit(school, person.email, 'parent')).toMatchObject({ outcome: 'created' });
    expect(await guardiansOf(student)).toMatchObject([{ relation: 'stepparent', email: person.email }]);
    expect(await admit(school, person.email, 'parent')).toMatchObject({ outcome: 'unchanged' });
    const { body } = await confirm(person.token);
    expect(body.created).toEqual({ memberships: 0, guardian_links: 0 });
    expect(body.linked_students).toHaveLength(1);
  });
});
