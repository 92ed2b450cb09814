import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-07T12:00:00Z');
  school = await aSchool(t);
});

describe('Who leaves the school, or is deactivated,', () => {
  it.each(['leaves', 'is deactivated'])('gives up what lies ahead to those who wait (%s)', async (way) => {
    const signup = await aSignup(t, school, {
      Cake: { capacity: 1, waitlistEnabled: true },
      Past: { startsAt: new Date('2026-09-07T12:01:00Z') },
    });
    const [leaver, next] = [await school.parent(), await school.parent()];
    const ids = [await signup.claimed(leaver, 'Cake')];
    t.clock.advance(1000);
    ids.push(await signup.claimed(next, 'Cake', { accept_waitlist: true }));
    const past = await signup.claimed(leaver, 'Past');
    t.clock.advance(60_000);
    const { token, membershipId, email } = leaver;
    if (way === 'leaves')
      expect((await t.api.post(`/me/leave-school/${membershipId}`, { token })).status).toBe(204);
    else await t.app.get(MembershipsService).deactivate(school.id, email);
    const [gone, kept] = way === 'leaves' ? [undefined, undefined] : ['withdrawn', 'confirmed'];
    expect(await Promise.all([...ids, past].map((id) => signup.statusOf(id)))).toEqual([
      gone,
      'confirmed',
      kept,
    ]);
    expect(await signup.promoted()).toEqual([next.membershipId]);
  });
});

describe('A claim for a student', () => {
  it('takes no places for a student whose guardian its author is no more, but gives them back', async () => {
    const child = await school.student();
    const mother = await school.parentOf(child);
    const signup = await aSignup(t, school, { Cake: {}, Tea: {} }, { claimPer: 'student' });
    const id = await signup.claimed(mother, 'Cake', { quantity: 2, student_id: child.id });
    await t.dataSource.query('delete from guardians where membership_id = $1', [mother.membershipId]);
    for (const more of [{ quantity: 3 }, { item_id: signup.items.Tea }])
      expectError(await signup.change(mother, id, more), 400, 'validation_failed', 'not_linked');
    const less = await signup.change(mother, id, { quantity: 1, item_id: signup.items.Cake });
    expect([less.status, less.body.quantity]).toEqual([200, 1]);
    await signup.set({ claimPer: 'person' });
    expect((await signup.change(mother, id, { quantity: 3 })).status).toBe(200);
  });
});
