import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parent();
});

const STARTS = '2199-09-07T12:20:00.000Z';

describe('GET /me/claims', () => {
  it('refuses a school that is not the caller’s, and a call without a token', async () => {
    expectError(await t.api.get('/me/claims'), 401, 'not_authenticated');
    const signup = await aSignup(t, school, { Cake: {} });
    for (const id of [(await aSchool(t)).id, randomUUID(), 'springfield'])
      expectError(await signup.mine(parent, `?schoolId=${id}`), 403, 'not_authorized');
  });

  it('returns the caller’s own in all schools where they are active and the feature is on', async () => {
    const signup = await aSignup(t, school, { Cake: { startsAt: new Date(STARTS) } }, { location: 'Gym' });
    const id = await signup.claimed(parent, 'Cake', { quantity: 2 });
    await signup.claimed(await school.parent(), 'Cake');
    const [off, left, second] = [await aSchool(t), await aSchool(t), await aSchool(t)];
    const ids: string[] = [];
    for (const there of [off, left, second]) {
      await there.parent({}, parent);
      ids.push(await (await aSignup(t, there, { Tea: {} })).claimed(parent, 'Tea'));
    }
    await off.setFeatures({ signups: false });
    await t.dataSource.query('update memberships set deactivated_at = now() where school_id = $1', [left.id]);
    const { body } = await signup.mine(parent);
    expect(body.claims.map((claim: { id: string }) => claim.id)).toEqual([id, ids[2]]);
    expect(body.claims[0]).toEqual({
      id,
      signup_id: signup.id,
      item_id: signup.items.Cake,
      quantity: 2,
      status: 'confirmed',
      waitlist_position: null,
      student_id: null,
      comment: null,
      answers: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      school_id: school.id,
      signup_title: 'Bake sale',
      item_title: 'Cake',
      starts_at: STARTS,
      ends_at: null,
      location: 'Gym',
    });
    const ofOne = (await signup.mine(parent, `?schoolId=${second.id}`)).body.claims;
    expect(ofOne.map((claim: { id: string }) => claim.id)).toEqual([ids[2]]);
    expect((await signup.mine(parent, `?schoolId=${off.id}`)).body.claims).toEqual([]);
  });

  it('returns what is promised from the opening of the sign-up on, also once it is gone or for others', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(parent, 'Cake');
    const shown = async (): Promise<string[]> =>
      (await signup.mine(parent)).body.claims.map((claim: { id: string }) => claim.id);
    const now = t.clock.now().getTime();
    await signup.set({ visibleUntil: new Date(now - 1), audienceType: 'admins' });
    expect([(await signup.get(parent)).status, await shown()]).toEqual([404, [id]]);
    await signup.set({ opensAt: new Date(now + 60_000), visibleUntil: null });
    expect(await shown()).toEqual([]);
  });
});
