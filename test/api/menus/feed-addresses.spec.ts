import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { School } from '../../../src/features/schools/school.entity.js';
import type { FeedAnswer, TestFeed } from '../../support/feed.factory.js';
import { aMenuFeed } from '../../support/menu.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startBesideWithFullLog } from '../../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const seen = ({ status, headers, text }: FeedAnswer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
});

const ask = async (token: string) => {
  const answer = await fetch(`${t.url}/api/menus/subscribe/${token}/feed.ics`);
  return seen({ status: answer.status, headers: answer.headers, text: await answer.text() });
};

const unknown = () => ask(randomBytes(32).toString('base64url'));

describe('An address of menus that leads nowhere', () => {
  it('answers as the contract tells errors', async () => {
    const { status, text } = await unknown();
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
  });

  it.each(['a', '%00', '%ff', "' or 1=1 --", 'x'.repeat(5000)])(
    'answers the same when it is malformed: %.20s',
    async (token) => expect(await ask(encodeURI(token).replaceAll('%25', '%'))).toEqual(await unknown()),
  );

  type Happens = (given: { school: TestSchool; owner: TestMember; feed: TestFeed }) => Promise<unknown>;
  it.each<[string, Happens]>([
    [
      'the subscription is deleted',
      ({ school, owner, feed }) =>
        t.api.send('DELETE', `/schools/${school.id}/menus/subscriptions/${feed.subscription.id}`, {
          token: owner.token,
        }),
    ],
    [
      'its owner has left',
      ({ owner }) => t.api.post(`/me/leave-school/${owner.membershipId}`, { token: owner.token }),
    ],
    ['its owner is deactivated', ({ school, owner }) => school.deactivate(owner)],
    ['menus are off', ({ school }) => school.setFeatures({ lunch_menus: false })],
    ['the school is gone', ({ school }) => t.dataSource.manager.delete(School, { id: school.id })],
  ])('answers the same when %s', async (_, happens) => {
    const school = await aSchool(t);
    const owner = await school.parent();
    const feed = await aMenuFeed(t, school, owner);
    expect((await feed.get()).status).toBe(200);
    await happens({ school, owner, feed });
    expect(seen(await feed.get())).toEqual(await unknown());
  });

  it('includes that of a calendar, and the other way round', async () => {
    const school = await aSchool(t);
    const owner = await school.parent();
    const { subscription } = await aMenuFeed(t, school, owner);
    const calendar = await t.api.post(`/schools/${school.id}/calendar/subscriptions`, { token: owner.token });
    expect(await ask(calendar.body.subscription.token)).toEqual(await unknown());
    const answer = await fetch(`${t.url}/api/calendar/subscribe/${subscription.token}/feed.ics`);
    expect(answer.status).toBe(404);
  });
});

it('writes no token of a feed of menus to the log', async () => {
  const school = await aSchool(t);
  const feed = await aMenuFeed(t, school, await school.parent());
  const service = await startBesideWithFullLog(t);
  const wrong = randomBytes(32).toString('base64url');
  const there = { siteUrl: service.url };
  expect((await feed.get({}, there)).status).toBe(200);
  expect((await fetch(`${service.url}/api/menus/subscribe/${wrong}/feed.ics?token=${wrong}`)).status).toBe(
    404,
  );
  await t.dataSource.query('alter table menu_entries rename to gone');
  expect((await feed.get({}, there)).status).toBe(500);
  await t.dataSource.query('alter table gone rename to menu_entries');
  expect(await service.stop()).toBe(0);
  expect(service.output()).toContain('/api/menus/subscribe/:token/feed.ics');
  for (const token of [feed.subscription.token as string, wrong])
    expect(service.output().includes(token)).toBe(false);
}, 90_000);
