import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aNotification } from '../../support/notification.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

const DAY = 86_400_000;

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
async function aReader(): Promise<{ school: TestSchool; reader: TestMember }> {
  const school = await aSchool(t);
  return { school, reader: await school.parent() };
}

describe('GET /schools/:schoolId/notifications', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/notifications` });

  it.each(['false', '', 'TRUE', '1', 'true&unreadOnly=true'])('refuses unreadOnly=%s', async (value) => {
    const { school, reader } = await aReader();
    expectInvalid(await list(school, reader, `?unreadOnly=${value}`), 'unreadOnly');
  });

  it('returns nothing for who has none', async () => {
    const { school, reader } = await aReader();
    expect((await list(school, reader)).body).toEqual({ notifications: [], unread_count: 0 });
  });

  it('shows nobody those of others: no parent, no admin, and not the reader by way of another school', async () => {
    const { school, reader } = await aReader();
    const elsewhere = await aSchool(t);
    const there = await elsewhere.parent({}, reader);
    await aNotification(t, reader);
    await aNotification(t, there, { title: 'Elsewhere' });
    for (const other of [await school.parent(), await school.admin()])
      expect((await list(school, other)).body).toEqual({ notifications: [], unread_count: 0 });
    expect(titlesIn(await list(school, reader))).toEqual(['Snow day']);
    expect(titlesIn(await list(elsewhere, reader))).toEqual(['Elsewhere']);
  });

  it('returns the fields of the contract', async () => {
    const { school, reader } = await aReader();
    const made = await aNotification(t, reader, {
      body: 'All buses are off.',
      createdAt: new Date('2026-11-02T09:30:00.250Z'),
      readAt: new Date('2026-11-02T10:00:00Z'),
    });
    t.clock.moveTo('2026-11-03T00:00:00Z');
    const { body } = await list(school, { token: await tokenOf(t, reader) });
    expect(body.notifications).toEqual([
      {
        id: made.id,
        school_id: school.id,
        kind: 'notice_created',
        title: 'Snow day',
        body: 'All buses are off.',
        target: { type: 'notice', id: made.targetId },
        read: true,
        read_at: '2026-11-02T10:00:00.000Z',
        created_at: '2026-11-02T09:30:00.250Z',
      },
    ]);
  });

  it('lists the newest first, and counts the unread whatever the filter', async () => {
    const { school, reader } = await aReader();
    await aNotification(t, reader, { title: 'Middle', createdAt: ago(2000), readAt: ago(0) });
    await aNotification(t, reader, { title: 'Oldest', createdAt: ago(3000) });
    await aNotification(t, reader, { title: 'Newest', createdAt: ago(1000) });
    const [all, some] = [await list(school, reader), await list(school, reader, '?unreadOnly=true')];
    expect(titlesIn(all)).toEqual(['Newest', 'Middle', 'Oldest']);
    expect(titlesIn(some)).toEqual(['Newest', 'Oldest']);
    expect([all.body.unread_count, some.body.unread_count]).toEqual([2, 2]);
  });

  it('keeps a notification for 180 days, and not a moment longer', async () => {
    const { school, reader } = await aReader();
    const at = t.clock.now();
    await aNotification(t, reader, { createdAt: at });
    const token = await tokenOf(t, reader, { ttl: 200 * 86_400 });
    t.clock.stopAt(new Date(at.getTime() + 180 * DAY - 1).toISOString());
    const before = await list(school, { token });
    t.clock.advance(1);
    const after = await list(school, { token });
    t.clock.moveTo(new Date().toISOString());
    expect([before.body.notifications.length, before.body.unread_count]).toEqual([1, 1]);
    expect(after.body).toEqual({ notifications: [], unread_count: 0 });
  });

  it('answers whatever the school has turned off', async () => {
    const { school, reader } = await aReader();
    await aNotification(t, reader);
    await school.setFeatures({ notices: false });
    expect((await list(school, reader)).body.unread_count).toBe(1);
  });

  it('changes its tag when one is read', async () => {
    const { school, reader } = await aReader();
    const { id } = await aNotification(t, reader);
    const first = await list(school, reader);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = () => t.api.get(`/schools/${school.id}/notifications`, { token: reader.token, headers });
    expect((await again()).status).toBe(304);
    await markRead(school, reader, { ids: [id] });
    expect((await again()).status).toBe(200);
  });
});
