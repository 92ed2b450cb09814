import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aNotification } from '../../support/notification.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheNotificationFromOthers } from '../../support/http/notification-refusals.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const list = ({ id }: TestSchool, { token }: { token: string }, query = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${id}/notifications${query}`, { token });
const markRead = ({ id }: TestSchool, { token }: { token: string }, body?: unknown): Promise<ApiAnswer> =>
  t.api.post(`/schools/${id}/notifications/read`, { token, body });
const titlesIn = ({ body }: ApiAnswer): string[] =>
  (body.notifications as { title: string }[]).map(({ title }) => title);
const ago = (ms: number): Date => new Date(t.clock.now().getTime() - ms);
const unread = (membershipId: string): Promise<number> =>
  t.dataSource
    .query<[{ count: number }]>(
      'select count(*)::int as count from notifications where membership_id = $1 and read_at is null',
      [membershipId],
    )
    .then(([row]) => row.count);

async function aReader(): Promise<{ school: TestSchool; reader: TestMember }> {
  const school = await aSchool(t);
  return { school, reader: await school.parent() };
}

describe('POST /notifications/:notificationId/read', () => {
  hidesTheNotificationFromOthers(() => t, { method: 'POST', path: (id) => `/notifications/${id}/read` });

  it('marks the one, and once', async () => {
    const { reader } = await aReader();
    const [one, other] = [await aNotification(t, reader), await aNotification(t, reader)];
    const { manager } = t.dataSource;
    const read = () => t.api.post(`/notifications/${one.id}/read`, { token: reader.token });
    expect((await read()).status).toBe(204);
    const { readAt } = await manager.findOneByOrFail(Notification, { id: one.id });
    expect(readAt).not.toBeNull();
    t.clock.advance(60_000);
    expect((await read()).status).toBe(204);
    expect(await manager.findOneByOrFail(Notification, { id: one.id })).toMatchObject({ readAt });
    expect(await manager.findOneByOrFail(Notification, { id: other.id })).toMatchObject({ readAt: null });
  });

  it('knows a notification for 180 days, as the link does', async () => {
    const { reader } = await aReader();
    const createdAt = new Date(t.clock.now().getTime() - 180 * 86_400_000);
    const { id } = await aNotification(t, reader, { createdAt });
    const { token } = reader;
    expectError(await t.api.post(`/notifications/${id}/read`, { token }), 404, 'not_found');
    expectError(await t.api.get(`/notifications/${id}/link`, { token }), 404, 'not_found');
  });
});

describe('POST /schools/:schoolId/notifications/read', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path: (id) => `/schools/${id}/notifications/read` });

  it('waits for none that makes way for a new one at this moment, and leaves it unread', async () => {
    const { school, reader } = await aReader();
    const [held, other] = [await aNotification(t, reader), await aNotification(t, reader)];
    const { manager } = t.dataSource;
    await manager.transaction(async (locking) => {
      await locking.query('select from notifications where id = $1 for update', [held.id]);
      expect((await markRead(school, reader)).status).toBe(204);
    });
    expect(await manager.findOneByOrFail(Notification, { id: held.id })).toMatchObject({ readAt: null });
    const { readAt } = await manager.findOneByOrFail(Notification, { id: other.id });
    expect(readAt).not.toBeNull();
  });

  it.each([
    ['a malformed id', { ids: ['mine'] }],
    ['a malformed id among good ones', { ids: [randomUUID(), '%00'] }],
    ['a number for an id', { ids: [5] }],
    ['one id that is no list', { ids: randomUUID() }],
    ['more than 500', { ids: Array.from({ length: 501 }, () => randomUUID()) }],
  ])('refuses %s, and marks nothing', async (_what, body) => {
    const { school, reader } = await aReader();
    await aNotification(t, reader);
    expectInvalid(await markRead(school, reader, body), 'ids');
    expect(await unread(reader.membershipId)).toBe(1);
  });

  it('passes over those of others, of the own other school, and unknown ones, without a word', async () => {
    const { school, reader } = await aReader();
    const other = await school.parent();
    const there = await (await aSchool(t)).parent({}, reader);
    const [own, theirs, elsewhere] = [
      await aNotification(t, reader),
      await aNotification(t, other),
      await aNotification(t, there),
    ];
    const ids = [own.id.toUpperCase(), theirs.id, elsewhere.id, randomUUID()];
    const answer = await markRead(school, reader, { ids });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const left = await Promise.all([reader, other, there].map(({ membershipId }) => unread(membershipId)));
    expect(left).toEqual([0, 1, 1]);
  });

  it('marks nothing with an empty list', async () => {
    const { school, reader } = await aReader();
    await aNotification(t, reader);
    expect((await markRead(school, reader, { ids: [] })).status).toBe(204);
    expect(await unread(reader.membershipId)).toBe(1);
  });

  it.each([
    ['no body', undefined],
    ['no ids', {}],
    ['null', { ids: null }],
  ])('marks all up to now with %s', async (_what, body) => {
    const { school, reader } = await aReader();
    const other = await school.parent();
    for (const member of [reader, reader, other]) await aNotification(t, member);
    await aNotification(t, reader, { title: 'Meanwhile', createdAt: ago(-60_000) });
    expect((await markRead(school, reader, body)).status).toBe(204);
    expect(titlesIn(await list(school, reader, '?unreadOnly=true'))).toEqual(['Meanwhile']);
    expect(await unread(other.membershipId)).toBe(1);
  });

  it('keeps when one was read first', async () => {
    const { school, reader } = await aReader();
    const readAt = new Date('2026-01-02T03:04:05Z');
    const { id } = await aNotification(t, reader, { readAt });
    await markRead(school, reader, { ids: [id] });
    await markRead(school, reader);
    expect(await t.dataSource.manager.findOneByOrFail(Notification, { id })).toMatchObject({ readAt });
  });

  it('takes 500 at once', async () => {
    const { school, reader } = await aReader();
    const made = await aNotification(t, reader);
    const ids = [made.id, ...Array.from({ length: 499 }, () => randomUUID())];
    expect((await markRead(school, reader, { ids })).status).toBe(204);
    expect(await unread(reader.membershipId)).toBe(0);
  });
});
