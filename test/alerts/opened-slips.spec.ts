import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../src/features/permission-slips/permission-slip.entity.js';
import { aPermissionSlip } from '../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestMember, type TestSchool } from '../support/school.factory.js';
import { deliverMail, deliveriesOf, mailsOf, raiseDue, toldOf } from '../support/alerts.js';
import { anOrganization } from '../support/organization.factory.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

const NINE = '2026-12-01T09:00:00.000Z';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let parent: TestGuardian;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T09:00:00Z');
  await t.dataSource.query('delete from permission_slips');
  school = await aSchool(t, { name: 'Lincoln School' });
  ada = await school.student({ firstName: 'Adelaide', lastName: 'Underwood' });
  parent = await school.parentOf(ada);
});

const later = (given: Partial<PermissionSlip> = {}): Promise<PermissionSlip> =>
  aPermissionSlip(t, school, {
    opensAt: new Date(NINE),
    closesAt: new Date('2026-12-08T09:00:00Z'),
    ...given,
  });
const told = (slip: PermissionSlip): Promise<string[]> => toldOf(t, slip, 'slip_opened');
const idsOf = (...members: TestMember[]): string[] => members.map(({ membershipId }) => membershipId).sort();

async function opened(given: Partial<PermissionSlip> = {}): Promise<PermissionSlip> {
  const slip = await later(given);
  t.clock.stopAt(NINE);
  await raiseDue(t);
  return slip;
}

describe('A permission slip', () => {
  it.each([
    ['closed', { closesAt: new Date('2026-12-01T08:00:00Z') }],
    ['gone', { closesAt: null, visibleUntil: new Date('2026-12-01T08:00:00Z') }],
    ['made without an alert', { alertedAt: new Date('2026-11-29T09:00:00Z') }],
  ])('alerts nobody when it is %s before anybody was told', async (_what, given) => {
    expect(await told(await opened({ opensAt: new Date('2026-12-01T07:00:00Z'), ...given }))).toEqual([]);
  });

  it('alerts at the very moment of its opening, and once', async () => {
    const slip = await later();
    t.clock.stopAt('2026-12-01T08:59:59.999Z');
    await raiseDue(t);
    expect(await told(slip)).toEqual([]);
    t.clock.stopAt(NINE);
    await raiseDue(t);
    await school.parentOf(ada);
    await raiseDue(t);
    expect(await told(slip)).toEqual(idsOf(parent));
  });

  it('asks nobody who has no student for whom it is', async () => {
    const admin = await school.admin();
    await school.parent();
    await school.parentOf(await school.student({ archivedAt: new Date() }));
    const teacher = await school.admin('junior_admin');
    await school.guardian(ada, { membershipId: teacher.membershipId });
    expect(await told(await opened())).toEqual(idsOf(parent, teacher));
    expect(await told(await opened({ audienceType: 'admins' }))).toEqual(idsOf(teacher));
    expect(await told(await opened({ audienceType: 'admins' }))).not.toContain(admin.membershipId);
  });

  it('asks those of its years, and on a team the parents of its players and who helps there', async () => {
    const ben = await school.student({ graduationYear: 2031 });
    const [other, helper] = [await school.parentOf(ben), await school.parentOf(ben)];
    const chess = await anOrganization(t, school);
    await chess.enroll(ada);
    await chess.addParent(helper);
    await chess.grant(await school.parent());
    expect(await told(await opened({ audienceType: 'graduation_years', audienceYears: [2031] }))).toEqual(
      idsOf(other, helper),
    );
    const organizations = { audienceOrganizationIds: [chess.id] };
    expect(await told(await opened({ audienceType: 'organizations', ...organizations }))).toEqual(
      idsOf(parent, helper),
    );
  });

  it('waits while the school has turned sign-ups off', async () => {
    await school.setFeatures({ signups: false });
    const slip = await opened();
    expect(await told(slip)).toEqual([]);
    await school.setFeatures({ signups: true });
    await raiseDue(t);
    expect(await told(slip)).toEqual(idsOf(parent));
  });

  it('counts as unread in the sidebar and on a watch, and is read by nothing but its notification', async () => {
    const slip = await opened();
    // The token of the caller is good for an hour, and was made before.
    t.clock.stopAt('2026-11-30T09:30:00Z');
    await t.dataSource.query('update notifications set created_at = $2 where target_id = $1', [
      slip.id,
      t.clock.now(),
    ]);
    const { token } = parent;
    const get = async (path: string) => (await t.api.get(path, { token })).body;
    const counts = async () => [
      (await get(`/schools/${school.id}/features`)).counts.notifications_unread,
      (await get(`/schools/${school.id}/watch`)).counts.unread,
    ];
    expect(await counts()).toEqual([1, 1]);
    await t.api.get(`/permission-slips/${slip.id}`, { token });
    expect(await counts()).toEqual([1, 1]);
    const { notifications } = await get(`/schools/${school.id}/notifications`);
    expect((await t.api.post(`/notifications/${notifications[0].id}/read`, { token })).status).toBe(204);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('The mail of a permission slip', () => {
  it('says what is asked, by whom, until when and where, and names no student', async () => {
    const chess = await anOrganization(t, school, { name: 'Chess Club' });
    await chess.enroll(ada);
    const slip = await opened({ organizationId: chess.id });
    await deliverMail(t);
    const { headers, text, html } = (await mailsOf(t, slip, 'slip_opened')).get(parent.membershipId)!;
    expect(headers).toMatchObject({
      to: parent.email,
      subject: 'New permission slip · Museum trip · Lincoln School',
    });
    for (const words of [
      'New permission slip · Chess Club',
      'Until Tuesday, December 8, 2026',
      'The school asks for your answer.',
      'We leave at 8:30.',
    ]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain(`https://directory.example.org/schools/${school.id}/permission-slips/${slip.id}`);
    expect(`${text}${html}`).not.toMatch(/Adelaide|Underwood/);
  });

  it('stays unsent to whom it does not ask any more, or once it has closed', async () => {
    const [slip, soon] = [await later(), await later({ closesAt: new Date('2026-12-01T09:00:01Z') })];
    const other = await school.parentOf(ada);
    t.clock.stopAt(NINE);
    await raiseDue(t);
    await t.dataSource.query('delete from guardians where membership_id = $1', [other.membershipId]);
    t.clock.advance(1000);
    await deliverMail(t);
    expect([...(await mailsOf(t, slip, 'slip_opened')).keys()]).toEqual(idsOf(parent));
    expect((await deliveriesOf(t, soon)).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
  });
});
