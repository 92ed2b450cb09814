import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ROUTE = '/message-recipients';

/** A list of one parent's with these students, and whom it reaches. */
async function aSchoolAndOwner() {
  const school = await aSchool(t);
  return { school, owner: await school.parent({ firstName: 'Owner' }) };
}

const twoStudents = (school: TestSchool) =>
  Promise.all([school.student(), school.student({ firstName: 'Ben' })]);

describe('GET /lists/:listId/message-recipients', () => {
  hidesTheListFromOthers(() => t, { method: 'GET', path: (id) => `/lists/${id}${ROUTE}` });

  it('returns a bare list, empty when there is nobody to reach', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const list = await aList(t, school, owner, [await school.student()]);
    expect((await list.read(ROUTE)).text).toBe('[]');
  });

  it('returns each guardian of a student on the list, registered or not, and nobody else', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const mother = await school.parentOf(ada, { firstName: 'Maria', phone: '(212) 555-0100' });
    const father = await school.guardian(ada, {
      firstName: 'Carl',
      relation: 'father',
      phone: null,
    });
    await school.parentOf(ben, { firstName: 'Not' });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toEqual([
      {
        guardian_membership_id: null,
        guardian_id: father.id,
        name: 'Carl Park',
        relation: 'father',
        student_id: ada.id,
        student_name: 'Ada Park',
        phone: null,
        phone_hidden: false,
      },
      {
        guardian_membership_id: mother.membershipId,
        guardian_id: mother.guardianId,
        name: 'Maria Park',
        relation: 'mother',
        student_id: ada.id,
        student_name: 'Ada Park',
        phone: '+12125550100',
        phone_hidden: false,
      },
    ]);
  });

  it('sorts by name as people do', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    for (const [firstName, lastName] of [
      ['zoe', 'Abel'],
      ['Zoe', 'Berg'],
      ['Émile', 'Zed'],
      ['ada', 'Zed'],
    ]) {
      await school.guardian(ada, { firstName, lastName });
    }
    const list = await aList(t, school, owner, [ada]);
    expect(await list.names(ROUTE)).toEqual(['zoe Abel', 'Zoe Berg', 'ada Zed', 'Émile Zed']);
  });

  it('leaves out archived students, deactivated members and the caller', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, gone] = [await school.student(), await school.student()];
    await school.guardian(ada, { membershipId: owner.membershipId, firstName: 'Owner' });
    await school.guardian(gone, { firstName: 'Of the archived' });
    const left = await school.parentOf(ada, { firstName: 'Left' });
    const entry = await school.parent({ firstName: 'Left entry' });
    await school.guardian(ada, { firstName: 'Stays' });
    const list = await aList(t, school, owner, [ada, gone]);
    for (const parent of [owner, left, entry]) await list.addGuardian(parent);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [gone.id]);
    await school.deactivate(left);
    await school.deactivate(entry);
    expect(await list.names(ROUTE)).toEqual(['Stays Park']);
    await t.dataSource.manager.update(Membership, { id: entry.membershipId }, { deactivatedAt: null });
    expect(await list.names(ROUTE)).toEqual(['Left entry Park', 'Stays Park']);
  });

  it('leaves the caller and the deactivated out where the school has them on file a second time', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const left = await school.parent();
    for (const [sourceId, membershipId] of [
      ['owner', owner.membershipId],
      ['left', left.membershipId],
    ]) {
      await school.guardian(ada, { sourceId, membershipId });
      await school.guardian(ben, { sourceId });
    }
    await school.deactivate(left);
    const list = await aList(t, school, owner, [ben]);
    expect((await list.read(ROUTE)).body).toEqual([]);
  });

  it('leaves the caller and the deactivated out where the school has them on file twice for one student', async () => {
    const { school } = await aSchoolAndOwner();
    const ada = await school.student();
    const [owner, left] = [await school.parentOf(ada), await school.parentOf(ada)];
    for (const { email } of [owner, left]) await school.guardian(ada, { email, source: 'another' });
    await school.deactivate(left);
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toEqual([]);
  });
});

describe('A message recipient', () => {
  it('makes one row for several students, with the first of them by name', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const registered = await school.parent();
    const byMembership = { membershipId: registered.membershipId, firstName: 'By membership' };
    const bySource = { sourceId: 'G1', firstName: 'By source' };
    for (const record of [byMembership, bySource]) {
      await school.guardian(ben, { ...record, relation: 'stepparent' });
      await school.guardian(ada, { ...record, relation: 'mother' });
    }
    await school.guardian(ben, {
      ...bySource,
      source: 'another',
      firstName: 'By another source',
      relation: 'other',
    });
    const list = await aList(t, school, owner, [ben, ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([
      { name: 'By another source Park', student_name: 'Ben Park', relation: 'other' },
      { name: 'By membership Park', student_name: 'Ada Park', relation: 'mother' },
      { name: 'By source Park', student_id: ada.id, student_name: 'Ada Park', relation: 'mother' },
    ]);
  });

  it('makes one row where one of two records has no login, and two where they are of two people', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const { membershipId } = await school.parent();
    await school.guardian(ada, { sourceId: 'G1', membershipId });
    await school.guardian(ben, { sourceId: 'G1' });
    await school.guardian(ben, { source: 'registration', sourceId: null, firstName: 'By hand' });
    await school.guardian(ada, { source: 'registration', sourceId: null, firstName: 'By hand' });
    const list = await aList(t, school, owner, [ada, ben]);
    expect(await list.names(ROUTE)).toEqual(['By hand Park', 'By hand Park', 'Maria Park']);
    const maria = (await list.read(ROUTE)).body[2];
    expect(maria).toMatchObject({ guardian_membership_id: membershipId, student_id: ada.id });
  });

  it('makes one row where the school has a member on file twice for one student, and two where only the email is the same', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    const { email, membershipId } = await school.parentOf(ada);
    await school.guardian(ada, { email, source: 'another', lastName: 'PARK' });
    await school.guardian(ada, { email, source: 'another', firstName: 'Ian' });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([
      { name: 'Ian Park', guardian_membership_id: null },
      { guardian_membership_id: membershipId },
    ]);
  });

  it('who is on the list by themselves has the linked student, or none', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada] = await twoStudents(school);
    const linked = await school.parentOf(ada, { relation: 'grandparent' });
    const unlinked = await school.parentOf(ada);
    const childless = await school.parent({ firstName: 'Nobody', phone: '+12125550199' });
    const list = await aList(t, school, owner);
    await list.addGuardian(linked, ada);
    await list.addGuardian(unlinked);
    await list.addGuardian(childless);
    const { body } = await list.read(ROUTE);
    const of = (id: string) =>
      body.find((r: { guardian_membership_id: string }) => r.guardian_membership_id === id);
    expect(of(linked.membershipId)).toMatchObject({
      guardian_id: linked.guardianId,
      relation: 'grandparent',
      student_id: ada.id,
      student_name: 'Ada Park',
    });
    const none = { relation: null, student_id: null, student_name: null };
    expect(of(unlinked.membershipId)).toMatchObject({ ...none, guardian_id: unlinked.guardianId });
    expect(of(childless.membershipId)).toEqual({
      ...none,
      guardian_membership_id: childless.membershipId,
      guardian_id: childless.membershipId,
      name: 'Nobody Park',
      phone: '+12125550199',
      phone_hidden: false,
    });
  });

  it('who is on the list by themselves and through a student is one row, with the student', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const parent = await school.parentOf([ben, ada]);
    const list = await aList(t, school, owner, [ben]);
    await list.addGuardian(parent);
    expect((await list.read(ROUTE)).body).toMatchObject([{ student_name: 'Ben Park' }]);
    await list.addGuardian(parent, ada);
    expect((await list.read(ROUTE)).body).toMatchObject([{ student_name: 'Ada Park' }]);
  });
});
