import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VisibilityChange } from '../../../src/features/directory/visibility/visibility-change.entity.js';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const confirm = (token: string): Promise<ApiAnswer> => t.api.post('/registration/confirm', { token });
const invite = (
  school: TestSchool,
  email: string,
  students: { studentId: string; relation: 'mother' }[] = [],
) => t.app.get(InvitationsService).invite({ schoolId: school.id, email, role: 'parent', students });

describe('POST /registration/confirm, where the school has the guardian on file', () => {
  it('links every record with the same email, and keeps what the school wrote', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const ada = await school.student({ firstName: 'Ada' });
    const ben = await school.student({ firstName: 'Ben' });
    const onFile = { email: person.email, firstName: 'Mary', phone: '+1 555 0142' };
    const ofAda = await school.guardian(ada, { ...onFile, relation: 'mother' });
    const ofBen = await school.guardian(ben, { ...onFile, relation: 'stepparent' });
    await invite(school, person.email);
    const { body } = await confirm(person.token);
    expect(body.created).toEqual({ memberships: 1, guardian_links: 2 });
    expect(body.linked_students).toEqual([
      { school_id: school.id, student_id: ada.id, relation: 'mother' },
      { school_id: school.id, student_id: ben.id, relation: 'stepparent' },
    ]);
    const membershipId = body.memberships[0].membership_id as string;
    for (const { id } of [ofAda, ofBen]) {
      expect(await t.dataSource.manager.findOneBy(Guardian, { id })).toMatchObject({
        ...onFile,
        membershipId,
      });
    }
  });

  it('links, of several with that email, the one that has the name of the person', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, { firstName: 'maria', lastName: 'Park' });
    const ada = await school.student();
    const ian = await school.guardian(ada, { email: person.email, firstName: 'Ian', isPrimary: true });
    const maria = await school.guardian(ada, { email: person.email });
    await invite(school, person.email);
    const { body } = await confirm(person.token);
    const guardians = await t.dataSource.manager.findBy(Guardian, { studentId: ada.id });
    expect(new Map(guardians.map(({ id, membershipId }) => [id, membershipId]))).toEqual(
      new Map([
        [ian.id, null],
        [maria.id, body.memberships[0].membership_id],
      ]),
    );
  });

  it('makes no second guardian where the invitation names the same student', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const ada = await school.student();
    const onFile = await school.guardian(ada, { email: person.email, relation: 'mother' });
    await invite(school, person.email, [{ studentId: ada.id, relation: 'mother' }]);
    const { body } = await confirm(person.token);
    expect(body.created.guardian_links).toBe(1);
    const guardians = await t.dataSource.manager.findBy(Guardian, { studentId: ada.id });
    expect(guardians.map(({ id }) => id)).toEqual([onFile.id]);
  });

  it('never makes a name of the email of someone who has none: it would tell everyone a part of it', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const ada = await school.student();
    await invite(school, person.email, [{ studentId: ada.id, relation: 'mother' }]);
    await confirm(person.token);
    const [guardian] = await t.dataSource.manager.findBy(Guardian, { studentId: ada.id });
    expect(guardian).toMatchObject({ firstName: 'Mother', lastName: '' });
  });

  it('leaves the records of other emails alone, and of schools whose guardians wait to be invited', async () => {
    const [school, other] = await Promise.all([aSchool(t), aSchool(t, { guardiansMayRegister: false })]);
    const person = await aPerson(t);
    const stranger = await school.guardian(await school.student());
    const elsewhere = await other.guardian(await other.student(), { email: person.email });
    await invite(school, person.email);
    expect((await confirm(person.token)).body.linked_students).toEqual([]);
    for (const { id } of [stranger, elsewhere]) {
      expect(await t.dataSource.manager.findOneBy(Guardian, { id })).toMatchObject({ membershipId: null });
    }
  });

  it('never takes a record from the person who has it', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const person = await aPerson(t);
    const holder = await school.parentOf(ada, { email: person.email });
    await invite(school, person.email);
    expect((await confirm(person.token)).body.linked_students).toEqual([]);
    expect(await t.dataSource.manager.findOneBy(Guardian, { id: holder.guardianId })).toMatchObject({
      membershipId: holder.membershipId,
    });
  });

  it('keeps name_only that the school has on file, and carries it over to the membership', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const ada = await school.student();
    const { id } = await school.guardian(ada, { email: person.email, profileVisibility: 'name_only' });
    await invite(school, person.email);
    const { body } = await confirm(person.token);
    expect(body.memberships).toMatchObject([{ profile_visibility: 'name_only' }]);
    expect(await t.dataSource.manager.findOneBy(Guardian, { id })).toMatchObject({
      profileVisibility: 'name_only',
    });
    const stranger = await school.parent();
    const seen = await t.api.get(`/students/${ada.id}`, { token: stranger.token });
    expect(seen.body.guardians).toMatchObject([{ email: null, phone: null }]);
  });

  it('hides both records where the school has the person on file twice for a student, and one of them is hidden', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    const ada = await school.student();
    const onFile = { email: person.email };
    await school.guardian(ada, { ...onFile, isPrimary: true });
    const twin = await school.guardian(ada, { ...onFile, source: 'oneroster' });
    const hidden = await school.guardian(await school.student(), {
      ...onFile,
      profileVisibility: 'name_only',
    });
    await invite(school, person.email);
    expect((await confirm(person.token)).body.created).toMatchObject({ guardian_links: 2 });
    const guardians = await t.dataSource.manager.findBy(Guardian, { schoolId: school.id });
    expect(guardians.map((one) => one.profileVisibility)).toEqual(Array(3).fill('name_only'));
    const noted = await t.dataSource.manager.findBy(VisibilityChange, { schoolId: school.id });
    expect(noted.map((one) => one.guardianId)).toContain(twin.id);
    expect(noted.map((one) => one.guardianId)).not.toContain(hidden.id);
  });

  it('carries name_only over from a school that the person is in already', async () => {
    const [first, second] = await Promise.all([aSchool(t), aSchool(t)]);
    const person = await aPerson(t);
    await first.parent({ profileVisibility: 'name_only' }, person);
    const ada = await second.student();
    const { id } = await second.guardian(ada, { email: person.email });
    await invite(second, person.email);
    await confirm(person.token);
    const memberships = await t.dataSource.manager.findBy(Membership, { userId: person.userId });
    expect(memberships.map((m) => m.profileVisibility)).toEqual(['name_only', 'name_only']);
    expect(await t.dataSource.manager.findOneBy(Guardian, { id })).toMatchObject({
      profileVisibility: 'name_only',
    });
  });

  it('writes down when a contact became hidden that way, and nothing where nothing changed', async () => {
    const [first, second] = await Promise.all([aSchool(t), aSchool(t)]);
    const person = await aPerson(t);
    await first.parent({ profileVisibility: 'name_only' }, person);
    const [ada, ben] = [await second.student(), await second.student({ firstName: 'Ben' })];
    const shown = await second.guardian(ada, { email: person.email });
    await second.guardian(ben, { email: person.email, profileVisibility: 'name_only' });
    await invite(second, person.email);
    await confirm(person.token);
    await confirm(person.token);
    const changes = await t.dataSource.manager.findBy(VisibilityChange, { schoolId: second.id });
    expect(changes).toMatchObject([{ guardianId: shown.id, studentId: null, visible: false }]);
    expect(Math.abs(changes[0]!.changedAt.getTime() - t.clock.now().getTime())).toBeLessThan(10_000);
  });

  it('adds the links of a further invitation to a membership that is there', async () => {
    const school = await aSchool(t);
    const parent = await school.parentOf(await school.student({ firstName: 'Ada' }));
    const ben = await school.student({ firstName: 'Ben' });
    await invite(school, parent.email, [{ studentId: ben.id, relation: 'mother' }]);
    const { body } = await confirm(parent.token);
    expect(body.created).toEqual({ memberships: 0, guardian_links: 1 });
    expect(body.memberships).toMatchObject([{ membership_id: parent.membershipId, students: [{}, {}] }]);
  });
});
