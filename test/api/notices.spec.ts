import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification } from '../../src/features/alerts/notification.entity.js';
import { NoticeReading } from '../../src/features/notices/notice-reading.entity.js';
import { Notice } from '../../src/features/notices/notice.entity.js';
import { aPublisher, type TestPublisher } from '../support/a-publisher.js';
import { expectError, expectInvalid } from '../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
});

const START = '2026-09-01T12:10:00.000Z';
const END = '2026-09-01T12:20:00.000Z';
const WINDOW = { starts_at: START, expires_at: END };
const before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

const alertsOf = (targetId: string): Promise<Notification[]> =>
  t.dataSource.manager.findBy(Notification, { targetId });
const rowOf = (id: string): Promise<Notice> => t.dataSource.manager.findOneByOrFail(Notice, { id });

describe('GET /schools/:schoolId/notices', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/notices` });

  it('is not there while the feature is off', async () => {
    await notices.school.setFeatures({ notices: false });
    expectError(await notices.send('GET', ''), 404, 'not_found');
  });

  it('has pinned ones first, then the one that started last', async () => {
    const at = (minute: number): string => `2026-09-01T11:${minute}:00Z`;
    for (const [title, minute, pinned] of [
      ['c', 10, false],
      ['b', 50, false],
      ['a', 20, true],
    ] as const)
      await notices.anItem({ title, starts_at: at(minute), pinned });
    expect((await notices.list()).map(({ title }) => title)).toEqual(['a', 'b', 'c']);
  });

  it('shows admins what is addressed to them, and no more', async () => {
    const ofOthers = await notices.anItem({
      audience: { type: 'graduation_years', graduation_years: [2030] },
    });
    expect(await notices.ids()).toEqual([]);
    expect((await notices.get(ofOthers)).status).toBe(200);
  });

  it('answers 304 to who knows it, until something is read', async () => {
    const id = await notices.anItem();
    const etag = (await notices.send('GET', '')).headers.get('etag') ?? '';
    const again = () => notices.send('GET', '', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await notices.get(id);
    expect((await again()).status).toBe(200);
  });
});

describe('A notice', () => {
  it('is shown from its start to its end, to the millisecond', async () => {
    const id = await notices.anItem(WINDOW);
    const reader = notices.as(await notices.school.parent());
    for (const [instant, shown] of [
      [before(START), false],
      [START, true],
      [before(END), true],
      [END, false],
    ] as const) {
      t.clock.stopAt(instant);
      expect([instant, await reader.ids()]).toEqual([instant, shown ? [id] : []]);
      expect((await reader.get(id)).status).toBe(shown ? 200 : 404);
    }
  });

  it('is there before and after for who manages it, and in nobody’s list', async () => {
    const team = await notices.anOrganization();
    const editor = await notices.anEditor(team);
    const id = await notices.anItem({ ...WINDOW, organization_id: team.id });
    for (const instant of [before(START), END]) {
      t.clock.stopAt(instant);
      for (const manager of [notices, editor]) {
        expect(await manager.ids()).toEqual([]);
        expect((await manager.get(id)).status).toBe(200);
        expect((await manager.change(id, { title: instant })).body.title).toBe(instant);
      }
      const parent = notices.as(await notices.school.parent());
      expectError(await parent.change(id, { title: 'Mine' }), 404, 'not_found');
      expectError(await parent.remove(id), 404, 'not_found');
    }
  });
});

describe('POST /schools/:schoolId/notices', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/notices`,
    body: { title: 'Mine', body: 'x', expires_at: '2199-01-01T00:00:00Z' },
  });

  it.each([
    ['title', { title: '' }],
    ['body', { body: undefined }],
    ['body', { body: null }],
    ['body', { body: '' }],
    ['body', { body: '<p> </p>' }],
    ['body', { body: '<script>x()</script>' }],
    ['body', { body: 'x'.repeat(50_001) }],
    ['body', { body: '&'.repeat(20_000) }],
    ['expires_at', { expires_at: undefined }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { expires_at: '2026-09-15' }],
    ['expires_at', { expires_at: '2026-09-15T12:00:00' }],
    ['expires_at', { expires_at: '2026-09-01T11:59:59Z' }],
    ['expires_at', { starts_at: '2026-09-16T00:00:00Z' }],
    ['expires_at', { starts_at: '2026-09-15T12:00:00.000Z' }],
    ['starts_at', { starts_at: 'soon' }],
    ['pinned', { pinned: 'yes' }],
  ])('refuses what is wrong with %s', async (path, given) => {
    expectInvalid(await notices.create(given), path);
    expect(await t.dataSource.manager.countBy(Notice, { schoolId: notices.school.id })).toBe(0);
  });

  it('refuses one that ends at this very moment, and takes one that ends a millisecond later', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.500Z');
    expectInvalid(await notices.create({ expires_at: '2026-09-01T12:00:00.500Z' }), 'expires_at');
    expect((await notices.create({ expires_at: '2026-09-01T12:00:00.501Z' })).status).toBe(201);
  });

  it('creates a notice and answers its id alone', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.250Z');
    const { status, body } = await notices.create({
      title: ' Snow ',
      body: '<p onclick="x()">No school</p>',
    });
    expect([status, Object.keys(body as object)]).toEqual([201, ['id']]);
    const [listed] = await notices.list();
    expect(listed).toEqual({
      id: body.id,
      title: 'Snow',
      body: '<p>No school</p>',
      category: null,
      organization_id: null,
      organization_name: null,
      attachments: [],
      starts_at: '2026-09-01T12:00:00.250Z',
      expires_at: '2026-09-15T12:00:00.000Z',
      pinned: false,
      read: false,
      created_by_name: 'Maria Park',
      created_at: '2026-09-01T12:00:00.250Z',
      updated_at: '2026-09-01T12:00:00.250Z',
    });
    expect((await notices.get(body.id)).body).toEqual({ ...listed, read: true });
  });

  it('takes an instant with an offset', async () => {
    const id = await notices.anItem({ expires_at: '2026-09-15T08:00:00.1239-04:00' });
    expect((await notices.get(id)).body.expires_at).toBe('2026-09-15T12:00:00.123Z');
  });
});

describe('PATCH /schools/:schoolId/notices/:noticeId', () => {
  it.each([
    ['title', { title: null }],
    ['body', { body: null }],
    ['body', { body: '<p></p>' }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { starts_at: '2026-09-15T12:00:00Z' }],
    ['expires_at', { starts_at: '2026-10-02T00:00:00Z', expires_at: '2026-10-01T00:00:00Z' }],
  ])('refuses what is wrong with %s', async (path, given) => {
    const id = await notices.anItem();
    const { body } = await notices.get(id);
    expectInvalid(await notices.change(id, given), path);
    expect((await notices.get(id)).body).toEqual(body);
  });

  it('keeps what is left out', async () => {
    const id = await notices.anItem({ pinned: true });
    const { body: was } = await notices.get(id);
    const { status, body } = await notices.change(id, { title: 'New' });
    expect([status, body]).toEqual([200, { ...was, title: 'New', updated_at: body.updated_at }]);
    expect((await notices.change(id, { pinned: null })).body.pinned).toBe(false);
  });

  it('ends it at once with an end in the past, even before it began', async () => {
    const reader = notices.as(await notices.school.parent());
    for (const expires_at of ['2026-09-01T12:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
      const id = await notices.anItem();
      const { status, body } = await notices.change(id, { expires_at });
      expect([status, body.expires_at]).toEqual([200, expires_at]);
      expectError(await reader.get(id), 404, 'not_found');
      expect((await notices.change(id, { title: 'It was so' })).status).toBe(200);
    }
    expect(await reader.ids()).toEqual([]);
  });
});

describe('That a notice was read', () => {
  it('is so from a single read on, for the caller alone, and not from the list', async () => {
    const id = await notices.anItem();
    const [reader, other] = [await notices.school.parent(), await notices.school.parent()];
    const read = async () => (await notices.as(reader).list()).map((notice) => notice.read);
    expect([await read(), await read()]).toEqual([[false], [false]]);
    expect((await notices.as(reader).get(id)).body.read).toBe(true);
    expect(await read()).toEqual([true]);
    expect((await notices.as(other).list()).map((notice) => notice.read)).toEqual([false]);
  });

  it('is written down once of many readers at once, with the first moment', async () => {
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
    await notices.change(id, { starts_at: before(START) });
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

  it('does not go for one that has ended before it began', async () => {
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
