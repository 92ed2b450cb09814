import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Signup } from '../../../src/features/signups/signup.entity.js';
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
  t.clock.moveTo('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  parent = await school.parent();
});

const OPENS = '2026-09-07T12:10:00.000Z';
const CLOSES = '2026-09-07T12:20:00.000Z';
const GONE = '2026-09-07T12:30:00.000Z';
const times = {
  opensAt: new Date(OPENS),
  closesAt: new Date(CLOSES),
  visibleUntil: new Date(GONE),
};
const before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

describe('The times of a sign-up', () => {
  it('hide it before it opens and once it is gone, from everybody but who asks as its manager', async () => {
    const signup = await aSignup(t, school, { Cake: {} }, times);
    const admin = await school.admin();
    const seen: [string, number, number, boolean?][] = [
      [before(OPENS), 404, 0],
      [OPENS, 200, 1, false],
      [before(CLOSES), 200, 1, false],
      [CLOSES, 200, 1, true],
      [before(GONE), 200, 1, true],
      [GONE, 404, 0],
    ];
    for (const [instant, status, listed, closed] of seen) {
      t.clock.stopAt(instant);
      const answer = await signup.get(parent);
      expect([instant, answer.status, (await signup.list(parent)).length]).toEqual([instant, status, listed]);
      if (closed !== undefined) expect(answer.body.closed).toBe(closed);
      expect((await signup.get(admin)).status).toBe(status);
      const managed = await t.api.get(`/signups/${signup.id}/management`, { token: admin.token });
      expect(managed.status).toBe(200);
    }
  });

  it.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Berlin'])(
    'open claims at the very instant and close them at the very instant (%s)',
    async (timeZone) => {
      const here = await aSchool(t, { timeZone });
      const person = await here.parent();
      const signup = await aSignup(t, here, { Cake: {} }, times);
      for (const [instant, status] of [
        [before(OPENS), 404],
        [OPENS, 201],
        [before(CLOSES), 201],
        [CLOSES, 400],
        [GONE, 404],
      ] as const) {
        t.clock.stopAt(instant);
        const answer = await signup.claim(person, 'Cake');
        expect([instant, answer.status]).toEqual([instant, status]);
        if (status === 400) expectError(answer, 400, 'validation_failed', 'closed');
      }
    },
  );

  it('close an item that has begun by itself', async () => {
    const signup = await aSignup(t, school, { Early: { startsAt: new Date(OPENS) }, Late: {} });
    const id = await signup.claimed(parent, 'Early');
    const other = await signup.claimed(parent, 'Late');
    t.clock.stopAt(OPENS);
    expectError(await signup.claim(parent, 'Early'), 400, 'validation_failed', 'closed');
    expectError(await signup.change(parent, id, { quantity: 2 }), 400, 'validation_failed', 'closed');
    const move = { item_id: signup.items.Early };
    expectError(await signup.change(parent, other, move), 400, 'validation_failed', 'closed');
    expectError(await signup.withdraw(parent, id), 400, 'validation_failed', 'withdrawal_closed');
    expect((await signup.claim(parent, 'Late')).status).toBe(201);
  });
});

describe('The withdrawal of a claim', () => {
  it.each<[what: string, given: () => Partial<Signup>, status: number, code: 'not_found' | 'not_authorized']>(
    [
      ['is gone', () => ({ visibleUntil: t.clock.now(), withdrawUntil: new Date(GONE) }), 404, 'not_found'],
      ['is for others by now', () => ({ audienceType: 'admins' }), 403, 'not_authorized'],
    ],
  )(
    'stays open to whose claim it is also where the sign-up %s, and to nobody else',
    async (_what, given, status, code) => {
      const child = await school.student();
      const [mother, father] = [await school.parentOf(child), await school.parentOf(child)];
      const signup = await aSignup(t, school, { Cake: {}, Tea: {} });
      const own = await signup.claimed(mother, 'Tea');
      const id = await signup.claimed(mother, 'Cake', { student_id: child.id });
      await signup.set(given());
      expectError(await signup.change(mother, own, { quantity: 2 }), status, code);
      for (const stranger of [parent, father])
        expectError(await signup.withdraw(stranger, own), status, code);
      const headers = { 'if-match': '"seen-before"' };
      expectError(await signup.withdraw(father, id, { headers }), 409, 'conflict', 'stale');
      expect((await signup.withdraw(father, id)).status).toBe(204);
      expect((await signup.withdraw(mother, own)).status).toBe(204);
      expectError(await signup.withdraw(mother, own), status, code);
      expectError(await signup.withdraw(await school.admin(), own), 404, 'not_found');
    },
  );
});
