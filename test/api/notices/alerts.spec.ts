import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { Notice } from '../../../src/features/notices/notice.entity.js';
import { NoticeReading } from '../../../src/features/notices/notice-reading.entity.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
});

const WINDOW = { starts_at: '2026-09-01T12:10:00.000Z', expires_at: '2026-09-01T12:20:00.000Z' };

const alertsOf = (targetId: string): Promise<Notification[]> =>
  t.dataSource.manager.findBy(Notification, { targetId });
const rowOf = (id: string): Promise<Notice> => t.dataSource.manager.findOneByOrFail(Notice, { id });

describe('That a notice was read', () => {
  it('counts from a single read on, for the caller alone, and not from the list', async () => {
    const id = await notices.anItem();
    const [reader, other] = [await notices.school.parent(), await notices.school.parent()];
    const read = async () => (await notices.as(reader).list()).map((notice) => notice.read);
    expect([await read(), await read()]).toEqual([[false], [false]]);
    expect((await notices.as(reader).get(id)).body.read).toBe(true);
    expect(await read()).toEqual([true]);
    expect((await notices.as(other).list()).map((notice) => notice.read)).toEqual([false]);
  });

  it('counts once of many readers at once, with the first moment', async () => {
    const id = await notices.anItem();
    t.clock.stopAt('2026-09-01T12:30:00.000Z');
    const reader = notices.as(await notices.school.parent());
    const answers = await Promise.all(Array.from({ length: 12 }, () => reader.get(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    t.clock.advance(1000);
    await reader.get(id);
    expect(await t.dataSource.manager.findBy(NoticeReading, { noticeId: id })).toMatchObject([
      { readAt: new Date('2026-09-01T12:30:00.000Z') },
    ]);
  });

  it('reads the notification of it, and no other one', async () => {
    const [reader, other] = [await notices.school.parent(), await notices.school.parent()];
    const [id, another] = [await notices.anItem(), await notices.anItem()];
    t.clock.stopAt('2026-09-01T12:30:00.000Z');
    await notices.as(reader).get(id);
    t.clock.advance(1000);
    await notices.as(reader).get(id);
    const readAt = async (noticeId: string, { membershipId }: { membershipId: string }) =>
      (await alertsOf(noticeId)).find((alert) => alert.membershipId === membershipId)?.readAt;
    expect(await readAt(id, reader)).toEqual(new Date('2026-09-01T12:30:00.000Z'));
    expect([await readAt(id, other), await readAt(another, reader)]).toEqual([null, null]);
  });
});

describe('The alert of a notice', () => {
  it('goes with it when it starts, to everyone but its author', async () => {
    const parent = await notices.school.parent();
    await notices.school.deactivate(await notices.school.parent());
    const id = await notices.anItem();
    expect(await alertsOf(id)).toMatchObject([{ membershipId: parent.membershipId, kind: 'notice_created' }]);
    expect((await rowOf(id)).alertedAt).toEqual(expect.any(Date));
  });

  it('waits for a later start, and goes once when that is moved to now', async () => {
    await notices.school.parent();
    const id = await notices.anItem(WINDOW);
    expect([await alertsOf(id), (await rowOf(id)).alertedAt]).toEqual([[], null]);
    await notices.change(id, { title: 'Still to come' });
    await notices.change(id, { starts_at: '2026-09-01T12:09:59.999Z' });
    expect([await alertsOf(id), (await rowOf(id)).alertedAt]).toEqual([[], null]);

    t.clock.stopAt('2026-09-01T12:05:00.000Z');
    await notices.change(id, { starts_at: null });
    const { alertedAt, startsAt } = await rowOf(id);
    expect([alertedAt, startsAt]).toEqual([t.clock.now(), t.clock.now()]);
    expect(await alertsOf(id)).toMatchObject([{ title: 'Still to come' }]);

    t.clock.advance(1000);
    await notices.school.parent();
    await notices.change(id, { audience: null, starts_at: '2026-09-01T12:01:00Z' });
    expect(await alertsOf(id)).toHaveLength(1);
    expect((await rowOf(id)).alertedAt).toEqual(alertedAt);
  });

  it('stays unsent for one that has ended before it began', async () => {
    await notices.school.parent();
    const id = await notices.anItem(WINDOW);
    await notices.change(id, { expires_at: '2026-09-01T11:00:00Z' });
    await notices.change(id, { starts_at: null });
    expect([await alertsOf(id), (await rowOf(id)).alertedAt]).toEqual([[], null]);
  });

  it('goes once of many who move its start at the same time', async () => {
    await notices.school.parent();
    const id = await notices.anItem(WINDOW);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => notices.change(id, { starts_at: '2026-09-01T12:00:00Z' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await alertsOf(id)).toHaveLength(1);
  });
});
