import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AlertsService } from '../../src/features/alerts/alerts.service.js';
import { Notice } from '../../src/features/notices/notice.entity.js';
import { createApp } from '../../src/runtime/server.js';
import { aNoticeRow, DAY, deliveriesOf, notificationsOf } from '../support/alerts.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { anOrganization } from '../support/organization.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';

const NINE = '2026-12-01T09:00:00.000Z';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T09:00:00Z');
  await t.dataSource.query('delete from notices');
  school = await aSchool(t);
  parent = await school.parent();
});

/** As the service does it every second. */
async function round(app = t.app): Promise<void> {
  while (await app.get(AlertsService).recordNextDue());
}

const later = (given: Partial<Notice> = {}): Promise<Notice> =>
  aNoticeRow(t, school, { startsAt: new Date(NINE), expiresAt: new Date(Date.parse(NINE) + DAY), ...given });

const told = async (notice: Notice): Promise<string[]> =>
  (await notificationsOf(t, notice)).map(({ membershipId }) => membershipId);
const alertedAt = async ({ id }: Notice): Promise<Date | null> =>
  (await t.dataSource.manager.findOneByOrFail(Notice, { id })).alertedAt;

describe('A notice with a later start', () => {
  it('alerts nobody before, everybody at its very start, and nobody again', async () => {
    const notice = await later();
    t.clock.stopAt('2026-12-01T08:59:59.999Z');
    await round();
    expect([await told(notice), await alertedAt(notice)]).toEqual([[], null]);
    t.clock.stopAt(NINE);
    await round();
    expect([await told(notice), await alertedAt(notice)]).toEqual([[parent.membershipId], new Date(NINE)]);
    expect(await deliveriesOf(t, notice)).toMatchObject([{ state: 'waiting', due_at: new Date(NINE) }]);
    await school.parent();
    t.clock.advance(1_000);
    await round();
    expect([await told(notice), await alertedAt(notice)]).toEqual([[parent.membershipId], new Date(NINE)]);
  });

  it('alerts its audience as of then', async () => {
    const notice = await later();
    await school.deactivate(parent);
    const newcomer = await school.parent();
    t.clock.stopAt(NINE);
    await round();
    expect(await told(notice)).toEqual([newcomer.membershipId]);
  });

  it('that was over before it was ever alerted alerts nobody', async () => {
    const notice = await later();
    t.clock.stopAt('2026-12-02T09:00:00Z');
    await round();
    expect([await told(notice), await alertedAt(notice)]).toEqual([[], null]);
  });

  it('that was alerted stays so when its start is put off', async () => {
    const notice = await later({ alertedAt: new Date('2026-11-29T09:00:00Z') });
    t.clock.stopAt(NINE);
    await round();
    expect(await told(notice)).toEqual([]);
  });

  it('waits while the school has turned notices off', async () => {
    const notice = await later();
    await school.setFeatures({ notices: false });
    t.clock.stopAt(NINE);
    await round();
    expect([await told(notice), await alertedAt(notice)]).toEqual([[], null]);
    await school.setFeatures({ notices: true });
    await round();
    expect(await told(notice)).toEqual([parent.membershipId]);
  });

  it('waits while all organizations that it is for are archived, until it is over', async () => {
    const [chess, choir] = [await anOrganization(t, school), await anOrganization(t, school)];
    for (const team of [chess, choir]) await team.addParent(parent);
    const audience = {
      audienceType: 'organizations' as const,
      audienceOrganizationIds: [chess.id, choir.id],
    };
    const [soon, day] = [
      await later({ ...audience, expiresAt: new Date(Date.parse(NINE) + 1_000) }),
      await later(audience),
    ];
    for (const team of [chess, choir]) await team.archive();
    t.clock.stopAt(NINE);
    await round();
    expect([await told(day), await alertedAt(day)]).toEqual([[], null]);
    t.clock.advance(1_000);
    await t.dataSource.query('update organizations set archived_at = null where id = $1', [choir.id]);
    await round();
    expect([await told(soon), await told(day)]).toEqual([[], [parent.membershipId]]);
  });

  it('is alerted by another process when one dies over it', async () => {
    const notice = await later();
    t.clock.stopAt(NINE);
    const dying = t.dataSource.createQueryRunner();
    await dying.startTransaction();
    await dying.query('update notices set alerted_at = now() where id = $1', [notice.id]);
    await round();
    expect(await told(notice)).toEqual([]);
    await dying.rollbackTransaction();
    await dying.release();
    await round();
    expect(await told(notice)).toEqual([parent.membershipId]);
  });
});

describe('Two processes', () => {
  it('alert each of many notices once', async () => {
    const notices = await Promise.all(Array.from({ length: 20 }, () => later()));
    const clock = new TestClock();
    const other = await createApp(t.settings, clock);
    await other.init();
    clock.stopAt(NINE);
    t.clock.stopAt(NINE);
    await Promise.all([round(), round(other), round(), round(other)]);
    await other.close();
    for (const notice of notices) expect(await told(notice)).toEqual([parent.membershipId]);
  });
});

describe('A notification', () => {
  it('goes after 180 days, and its mail with it', async () => {
    const [old, young] = [await later(), await later()];
    t.clock.stopAt(NINE);
    await round();
    const age = (days: number, { id }: Notice) =>
      t.dataSource.query('update notifications set created_at = $2 where target_id = $1', [
        id,
        new Date(Date.parse(NINE) - days * DAY - 1),
      ]);
    await age(180, old);
    await age(179, young);
    expect(await t.app.get(AlertsService).removeOld()).toBe(false);
    expect([await told(old), await told(young)]).toEqual([[], [parent.membershipId]]);
    expect([await deliveriesOf(t, old), (await deliveriesOf(t, young)).length]).toEqual([[], 1]);
  });
});
