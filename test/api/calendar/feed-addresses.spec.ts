import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { School } from '../../../src/features/schools/school.entity.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { aFeed, type FeedAnswer, type TestFeed } from '../../support/feed.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('An address that leads nowhere', () => {
  const seen = ({ status, headers, text }: FeedAnswer) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  });

  const ask = async (token: string, method = 'GET') => {
    const answer = await fetch(`${t.url}/api/calendar/subscribe/${token}/feed.ics`, { method });
    return seen({ status: answer.status, headers: answer.headers, text: await answer.text() });
  };

  const unknown = () => ask(randomBytes(32).toString('base64url'));

  it('answers as the contract tells errors, and HEAD without a body', async () => {
    const { status, text, headers } = await unknown();
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
    expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'private, no-store' });
    const head = await ask(randomBytes(32).toString('base64url'), 'HEAD');
    expect([head.status, head.text]).toEqual([404, '']);
  });

  it.each(['a', '%00', '%ff', 'x'.repeat(43), "' or 1=1 --", 'x'.repeat(5000), '🎈'.repeat(21)])(
    'answers the same when it is malformed: %.20s',
    async (token) => expect(await ask(encodeURI(token).replaceAll('%25', '%'))).toEqual(await unknown()),
  );

  it.each<[string, (calendar: TestCalendar, feed: TestFeed, membershipId: string) => Promise<unknown>]>([
    [
      'the subscription is deleted',
      (calendar, { subscription }) => calendar.send('DELETE', `/subscriptions/${subscription.id}`),
    ],
    [
      'its owner has left',
      (calendar, _, id) => t.api.post(`/me/leave-school/${id}`, { token: calendar.token }),
    ],
    [
      'its owner is deactivated',
      (_c, _f, id) => t.dataSource.query('update memberships set deactivated_at = now() where id = $1', [id]),
    ],
    ['the calendar is off', ({ school }) => school.setFeatures({ calendar: false })],
    ['the school is gone', ({ school }) => t.dataSource.manager.delete(School, { id: school.id })],
    [
      'its organization is archived',
      (_, { subscription }) =>
        t.dataSource.query('update organizations set archived_at = now() where id = $1', [
          subscription.organization_id,
        ]),
    ],
    [
      'its organization is gone',
      (_, { subscription }) =>
        t.dataSource.query('delete from organizations where id = $1', [subscription.organization_id]),
    ],
  ])('answers the same when %s', async (_, happens) => {
    const admin = await aCalendar(t);
    const owner = await admin.school.parent();
    const chess = await admin.anOrganization();
    const calendar = admin.as(owner);
    const feed = await aFeed(t, calendar, { organizationId: chess.id });
    expect((await feed.get()).status).toBe(200);
    await happens(calendar, feed, owner.membershipId);
    expect(seen(await feed.get())).toEqual(await unknown());
    const { etag } = Object.fromEntries((await feed.get()).headers);
    expect(etag).toBeUndefined();
  });

  it('comes back when the calendar is turned on again', async () => {
    const calendar = await aCalendar(t);
    const feed = await aFeed(t, calendar);
    await calendar.school.setFeatures({ calendar: false });
    expect((await feed.get()).status).toBe(404);
    await calendar.school.setFeatures({ calendar: true });
    expect((await feed.get()).status).toBe(200);
  });

  it('answers alike for every other method', async () => {
    const feed = await aFeed(t, await aCalendar(t));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await feed.get({}, { method })).status).toBe(404);
  });
});
