import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ROUTE = '/message-recipients';

async function aSchoolAndOwner(given: Parameters<typeof aSchool>[1] = {}) {
  const school = await aSchool(t, given);
  return { school, owner: await school.parent({ firstName: 'Owner' }) };
}

const twoStudents = (school: TestSchool) =>
  Promise.all([school.student(), school.student({ firstName: 'Ben' })]);

describe('The phone of a message recipient', () => {
  it.each([
    ['US', '(212) 555-0100', '+12125550100'],
    ['US', '+49 171 1234567', '+491711234567'],
    ['DE', '0171 / 1234567', '+491711234567'],
    ['US', '212-555-0100 ext. 5', '212-555-0100 ext. 5'],
    ['US', '+1 555 0100', '+1 555 0100'],
    ['US', 'ask the office', 'ask the office'],
    ['AQ', '0171 1234567', '0171 1234567'],
  ])('in %s, entered as %s, is %s', async (country, entered, phone) => {
    const { school, owner } = await aSchoolAndOwner({ country });
    const ada = await school.student();
    await school.guardian(ada, { phone: entered });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([{ phone, phone_hidden: false }]);
  });

  it('comes from the person where the school has none', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    const member = await school.parent({ phone: '+1 212 555 0111' });
    await school.guardian(ada, { membershipId: member.membershipId, phone: null });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([{ phone: '+12125550111' }]);
  });

  it('comes from the file of another student, with the email, before the one that the person gave', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    const member = await school.parent({ phone: '+1 212 555 0199' });
    for (const [student, phone, email] of [
      [ada, null, null],
      [ben, '+1 212 555 0111', 'on-file@example.org'],
    ] as const) {
      await school.guardian(student, { sourceId: 'G1', phone, email, firstName: 'By source' });
      await school.guardian(student, { membershipId: member.membershipId, phone, email });
    }
    for (const onList of [[ada, ben], [ada]]) {
      const list = await aList(t, school, owner, onList);
      expect((await list.read(ROUTE)).body).toMatchObject([
        { name: 'By source Park', student_id: ada.id, phone: '+12125550111', phone_hidden: false },
        { name: 'Maria Park', student_id: ada.id, phone: '+12125550111', phone_hidden: false },
      ]);
      const { text } = await list.read('/export.vcf');
      expect(text.match(/^TEL:\+12125550111\r$/gm)).toHaveLength(2);
      expect(text.match(/^EMAIL:on-file@example.org\r$/gm)).toHaveLength(2);
    }
  });

  it('comes from a second file of the same student', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    const { email } = await school.parentOf(ada, { phone: null });
    await school.guardian(ada, { email, source: 'another', phone: '+1 212 555 0111' });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([{ phone: '+12125550111' }]);
  });

  it.each([
    ['a record on the list', { profileVisibility: 'name_only' as const }, {}, {}],
    ['a record of another student', {}, { profileVisibility: 'name_only' as const }, {}],
    ['the membership', {}, {}, { profileVisibility: 'name_only' as const }],
  ])('hides from everyone, admins included, where %s hides it', async (_what, here, there, member) => {
    const school = await aSchool(t);
    const [ada, ben] = await twoStudents(school);
    const { membershipId } = await school.parent({ phone: '+12125550122', ...member });
    await school.guardian(ada, { membershipId, phone: '+12125550111', ...here });
    await school.guardian(ben, { membershipId, phone: '+12125550133', ...there });
    const callers = [
      await school.parent(),
      await school.parentOf(ada),
      await school.admin('junior_admin'),
      await school.admin('senior_admin'),
    ];
    for (const caller of callers) {
      const list = await aList(t, school, caller, [ada]);
      const { body, text } = await list.read(ROUTE);
      const row = body.find(
        (r: { guardian_membership_id: string }) => r.guardian_membership_id === membershipId,
      );
      expect(row).toMatchObject({ name: 'Maria Park', phone: null, phone_hidden: true });
      expect(text).not.toMatch(/55501(11|22|33)/);
    }
  });

  it('hides where the same unregistered person hides it on another student’s file', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const [ada, ben] = await twoStudents(school);
    await school.guardian(ada, { sourceId: 'G1' });
    await school.guardian(ben, { sourceId: 'G1', profileVisibility: 'name_only' });
    await school.guardian(ada, { sourceId: 'G2', firstName: 'Open', phone: null });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([
      { name: 'Maria Park', phone: null, phone_hidden: true },
      { name: 'Open Park', phone: null, phone_hidden: false },
    ]);
  });

  it('hides where a second record of the same student hides it', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    const member = await school.parentOf(ada);
    const twin = { email: member.email, source: 'another', phone: '+1 212 555 0111' };
    await school.guardian(ada, { ...twin, profileVisibility: 'name_only' });
    const list = await aList(t, school, owner, [ada]);
    await list.addGuardian(member);
    expect((await list.read(ROUTE)).body).toMatchObject([{ phone: null, phone_hidden: true }]);
    expect((await list.read('/guardians')).body).toMatchObject([{ phone: null, email: null }]);
  });

  it('counts as hidden whether or not there is one: that is hidden too', async () => {
    const { school, owner } = await aSchoolAndOwner();
    const ada = await school.student();
    await school.guardian(ada, { phone: null, profileVisibility: 'name_only' });
    const list = await aList(t, school, owner, [ada]);
    expect((await list.read(ROUTE)).body).toMatchObject([{ phone: null, phone_hidden: true }]);
  });
});
