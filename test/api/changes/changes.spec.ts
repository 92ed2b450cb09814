import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Follower } from '../../support/changes/follower.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
  parent = await notices.school.parent();
});

const follow = (member: TestMember): Promise<Follower> => Follower.begin(t, notices.school, member);

describe('Changes since a cursor', () => {
  it('tells of a new, a changed and a deleted notice', async () => {
    const reader = await follow(parent);
    expect(await reader.follow()).toEqual([]);
    const id = await notices.anItem();
    expect(await reader.words()).toContain(`changed notice ${id}`);
    await notices.change(id, { title: 'Snow' });
    expect(await reader.words()).toEqual([`changed notice ${id}`]);
    await notices.remove(id);
    expect(await reader.words()).toContain(`removed notice ${id}`);
    expect(await reader.follow()).toEqual([]);
  });
});
