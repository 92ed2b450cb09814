import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AlertsService } from '../../src/features/alerts/alerts.service.js';
import { anOrganization } from '../support/organization.factory.js';
import {
  aNoticeRow,
  aDocumentRow,
  deliveriesOf,
  notificationsOf,
  raiseDocument,
  raiseNotice,
} from '../support/alerts.js';
import { fillSchool } from '../support/schools/large-school.factory.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
});

const idsOf = (members: TestMember[]): string[] => members.map(({ membershipId }) => membershipId).sort();
const told = async (item: { id: string }): Promise<string[]> =>
  (await notificationsOf(t, item)).map(({ membershipId }) => membershipId);
const mailed = async (item: { id: string }): Promise<string[]> =>
  (await deliveriesOf(t, item)).map(({ membership_id }) => membership_id);

describe('An alert', () => {
  it('tells every active member of the school but the author, and owes each a mail', async () => {
    const [author, parent, admin] = [
      await school.admin(),
      await school.parent(),
      await school.admin('junior_admin'),
    ];
    await school.parent({ deactivatedAt: new Date() });
    await (await aSchool(t)).parent();
    const notice = await aNoticeRow(t, school, { createdByMembershipId: author.membershipId });
    await raiseNotice(t, notice);
    expect(await told(notice)).toEqual(idsOf([parent, admin]));
    expect(await mailed(notice)).toEqual(idsOf([parent, admin]));
    expect((await notificationsOf(t, notice))[0]).toMatchObject({
      kind: 'notice_created',
      targetType: 'notice',
      title: 'Snow day',
      readAt: null,
    });
    expect((await deliveriesOf(t, notice))[0]).toMatchObject({
      state: 'waiting',
      attempts: 0,
      ended_at: null,
    });
  });

  it('tells of a document as well', async () => {
    const parent = await school.parent();
    const document = await aDocumentRow(t, school);
    await raiseDocument(t, document);
    expect(await notificationsOf(t, document)).toMatchObject([
      {
        membershipId: parent.membershipId,
        kind: 'document_created',
        targetType: 'document',
        title: 'Handbook',
      },
    ]);
  });

  it('tells those alone whom it is addressed to', async () => {
    const [young, old] = [await school.student({ graduationYear: 2035 }), await school.student()];
    const [a, b, admin] = [
      await school.parentOf(young),
      await school.parentOf([young, old]),
      await school.admin(),
    ];
    const [c, onRoster, editor] = [await school.parentOf(old), await school.parent(), await school.parent()];
    const chess = await anOrganization(t, school);
    await chess.enroll(old);
    await chess.addParent(onRoster);
    await chess.grant(editor);
    const years = await aNoticeRow(t, school, { audienceType: 'graduation_years', audienceYears: [2035] });
    const teams = await aNoticeRow(t, school, {
      audienceType: 'organizations',
      audienceOrganizationIds: [chess.id],
    });
    const admins = await aNoticeRow(t, school, { audienceType: 'admins' });
    for (const notice of [years, teams, admins]) await raiseNotice(t, notice);
    expect(await told(years)).toEqual(idsOf([a, b]));
    expect(await told(teams)).toEqual(idsOf([b, c, onRoster, editor]));
    expect(await told(admins)).toEqual(idsOf([admin]));
  });

  it('tells nobody by a student or an organization that is archived', async () => {
    const [parent, left] = [await school.parent(), await school.student({ archivedAt: new Date() })];
    await school.parentOf(left);
    const past = await anOrganization(t, school, { archivedAt: new Date() });
    await past.addParent(parent);
    const years = await aNoticeRow(t, school, { audienceType: 'graduation_years', audienceYears: [2030] });
    const teams = await aNoticeRow(t, school, {
      audienceType: 'organizations',
      audienceOrganizationIds: [past.id],
    });
    for (const notice of [years, teams]) await raiseNotice(t, notice);
    expect([...(await told(years)), ...(await told(teams))]).toEqual([]);
  });

  it('owes no mail to somebody without a proven address, or who has unsubscribed', async () => {
    const unproven = await school.parent({}, await aPerson(t, { emailVerifiedAt: null }));
    const [quiet, loud] = [await school.parent(), await school.parent()];
    for (const [{ membershipId }, at] of [
      [quiet, new Date()],
      [loud, null],
    ] as const)
      await t.dataSource.query('insert into mail_choices values ($1, $2, $3, $4)', [
        membershipId,
        school.id,
        membershipId,
        at,
      ]);
    const notice = await aNoticeRow(t, school);
    await raiseNotice(t, notice);
    expect(await told(notice)).toEqual(idsOf([unproven, quiet, loud]));
    expect(await mailed(notice)).toEqual(idsOf([loud]));
  });

  it('tells nobody of an item that is gone', async () => {
    await school.parent();
    const notice = await aNoticeRow(t, school);
    await t.dataSource.query('delete from notices where id = $1', [notice.id]);
    await raiseNotice(t, notice);
    expect(await told(notice)).toEqual([]);
  });

  it('raised a second time tells nobody again, but those who are new', async () => {
    const first = await school.parent();
    const notice = await aNoticeRow(t, school);
    await raiseNotice(t, notice);
    const second = await school.parent();
    await raiseNotice(t, notice);
    expect(await told(notice)).toEqual(idsOf([first, second]));
    expect(await mailed(notice)).toEqual(idsOf([first, second]));
  });

  it('passes over a member who leaves at this moment', async () => {
    const [stays, leaves] = [await school.parent(), await school.parent()];
    const notice = await aNoticeRow(t, school);
    const leaving = t.dataSource.createQueryRunner();
    await leaving.startTransaction();
    await leaving.query('delete from memberships where id = $1', [leaves.membershipId]);
    const raised = raiseNotice(t, notice);
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (((await leaving.query(waits)) as unknown[]).length === 0);
    await leaving.commitTransaction();
    await leaving.release();
    await raised;
    expect(await told(notice)).toEqual(idsOf([stays]));
  });

  it('vanishes when its transaction is rolled back', async () => {
    await school.parent();
    const notice = await aNoticeRow(t, school);
    const failing = t.dataSource.transaction(async (manager) => {
      await t.app
        .get(AlertsService)
        .raise(manager, { kind: 'notice_created', item: 'notice', schoolId: school.id, id: notice.id });
      throw new Error('after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect([await told(notice), await mailed(notice)]).toEqual([[], []]);
  });
});

describe('A school of 5,000 members', () => {
  let large: TestSchool;
  beforeAll(async () => {
    large = await aSchool(t);
    await fillSchool(t, large);
  });

  it('gets one notification each when the alert is raised many times at once', async () => {
    const notice = await aNoticeRow(t, large);
    await Promise.all(Array.from({ length: 4 }, () => raiseNotice(t, notice)));
    expect(await told(notice)).toHaveLength(5000);
    expect(await mailed(notice)).toHaveLength(5000);
  });

  it('gets its notifications, whatever the audience', async () => {
    const teams = await t.dataSource.query<{ id: string }[]>(
      'select id from organizations where school_id = $1 limit 5',
      [large.id],
    );
    const audiences = [
      { audienceType: 'school' },
      { audienceType: 'graduation_years', audienceYears: [2030, 2031] },
      { audienceType: 'organizations', audienceOrganizationIds: teams.map(({ id }) => id) },
      { audienceType: 'admins' },
    ] as const;
    const counts: number[] = [];
    for (const audience of audiences) {
      const notice = await aNoticeRow(t, large, audience as object);
      await raiseNotice(t, notice);
      counts.push((await notificationsOf(t, notice)).length);
    }
    expect(counts[0]).toBe(5000);
    expect(counts[1]).toBeGreaterThan(2000);
    expect(counts[2]).toBeGreaterThan(100);
    expect(counts[3]).toBe(0);
  });
});
