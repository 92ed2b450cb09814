import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let feeds: string[];
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parent();
  await aPoll(t, school);
  await (await aSignup(t, school, { Cake: {} })).claimed(parent, 'Cake');
  feeds = [await aFeedAddress('calendar'), await aFeedAddress('menus')];
});

const read = (path: string) => t.api.get(path, { token: parent.token });

async function aFeedAddress(folder: string): Promise<string> {
  const { body } = await t.api.post(`/schools/${school.id}/${folder}/subscriptions`, {
    token: parent.token,
    body: {},
  });
  return body.subscription.feed_url as string;
}

const statusesOfFeeds = (): Promise<number[]> =>
  Promise.all(feeds.map(async (address) => (await fetch(t.url + new URL(address).pathname)).status));

const days = (count: number): number => count * 24 * 3_600_000;

describe('A parent whose last student has left', () => {
  it('reads what is their own until the days of grace are over', async () => {
    await loseStudents(59);
    expect((await read('/me/outstanding')).body.items).toHaveLength(1);
    expect((await read('/me/claims')).body.claims).toHaveLength(1);
    expect((await read(`/me/claims?schoolId=${school.id}`)).status).toBe(200);
    expect((await read(`/me/disclosures?schoolId=${school.id}`)).status).toBe(200);
    expect(await statusesOfFeeds()).toEqual([200, 200]);
  });

  it('reads nothing of the school from then on, before any job has run', async () => {
    expect(await statusesOfFeeds()).toEqual([200, 200]);
    await loseStudents(60);
    expect((await read('/me')).body.memberships).toMatchObject([{ status: 'deactivated' }]);
    expect((await read('/me/outstanding')).body.items).toEqual([]);
    expect((await read('/me/claims')).body.claims).toEqual([]);
    for (const path of ['claims', 'disclosures'])
      expectError(await read(`/me/${path}?schoolId=${school.id}`), 403, 'not_authorized');
    expect(await statusesOfFeeds()).toEqual([404, 404]);
  });
});

async function loseStudents(daysAgo: number): Promise<void> {
  const studentsGoneAt = new Date(t.clock.now().getTime() - days(daysAgo));
  await t.dataSource.manager.update(Membership, { id: parent.membershipId }, { studentsGoneAt });
}
