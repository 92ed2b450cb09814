import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let people: TestMember[];
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  people = [await school.parent(), await school.parent(), await school.parent(), await school.parent()];
});

const WAITLIST = { waitlistEnabled: true };
const later = (ms: number): Date => new Date(t.clock.now().getTime() + ms);

/** Claims one after the other, a second apart; whoever does not fit waits. */
async function inLine(
  signup: Awaited<ReturnType<typeof aSignup>>,
  ...quantities: number[]
): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, quantity] of quantities.entries()) {
    t.clock.advance(1000);
    ids.push(await signup.claimed(people[at]!, 'Cake', { quantity, accept_waitlist: true }));
  }
  return ids;
}

const statuses = (signup: Awaited<ReturnType<typeof aSignup>>, ids: string[]): Promise<unknown[]> =>
  Promise.all(ids.map((id) => signup.statusOf(id)));

describe('PATCH /signups/:signupId/claims/:claimId', () => {
  it('belongs to its author alone: for everyone else there is no such claim', async () => {
    const child = await school.student();
    const [mother, father] = [await school.parentOf(child), await school.parentOf(child)];
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(mother, 'Cake', { student_id: child.id });
    for (const person of [father, people[0]!, await school.admin()])
      expectError(await signup.change(person, id, { quantity: 2 }), 404, 'not_found');
    expectError(await signup.change(mother, randomUUID(), { quantity: 2 }), 404, 'not_found');
    expectError(await signup.change(mother, 'mine', { quantity: 2 }), 404, 'not_found');
    await signup.withdraw(mother, id);
    expectError(await signup.change(mother, id, { quantity: 2 }), 404, 'not_found');
  });

  it.each([
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: null }],
    ['item_id', { item_id: null }],
    ['comment', { comment: 5 }],
  ])('refuses what is wrong with %s', async (path, body) => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(people[0]!, 'Cake');
    expectInvalid(await signup.change(people[0]!, id, body), path);
  });

  it('keeps what is left out, and clears what is null', async () => {
    const child = await school.student();
    const mother = await school.parentOf(child);
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(mother, 'Cake', { quantity: 2, comment: 'Sweet', student_id: child.id });
    const kept = await signup.change(mother, id, { quantity: 3 });
    expect([kept.status, kept.body]).toMatchObject([
      200,
      { quantity: 3, comment: 'Sweet', student_id: child.id },
    ]);
    const cleared = await signup.change(mother, id, { comment: null, student_id: null });
    expect(cleared.body).toMatchObject({ quantity: 3, comment: null, student_id: null });
  });

  it('raises wholly or not at all, and never past those who wait', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 4, ...WAITLIST } });
    const [first] = await inLine(signup, 2);
    expectError409(await signup.change(people[0]!, first!, { quantity: 5 }));
    expect((await signup.change(people[0]!, first!, { quantity: 3 })).body.quantity).toBe(3);
    t.clock.advance(1000);
    await signup.claimed(people[1]!, 'Cake', { quantity: 2, accept_waitlist: true });
    expectError409(await signup.change(people[0]!, first!, { quantity: 4 }));
    expect(await signup.claims()).toMatchObject([{ quantity: 3 }, { quantity: 2, status: 'waitlisted' }]);
  });

  it('sends who waits and asks for more to the end, and leaves who asks for less where they are', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3, ...WAITLIST } });
    const [, second, third] = await inLine(signup, 3, 2, 2);
    t.clock.advance(1000);
    expect((await signup.change(people[1]!, second!, { quantity: 3 })).body.waitlist_position).toBe(2);
    expect((await signup.change(people[1]!, second!, { quantity: 2 })).body.waitlist_position).toBe(2);
    t.clock.advance(1000);
    expect((await signup.change(people[2]!, third!, { quantity: 3 })).body.waitlist_position).toBe(2);
  });

  it('leaves whoever waits in the queue that takes nobody new, and takes them into no other like it', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 2, ...WAITLIST }, Tea: { capacity: 0 } });
    const [, second] = await inLine(signup, 2, 1);
    await signup.setItem('Cake', { waitlistEnabled: false });
    const { status, body } = await signup.change(people[1]!, second!, { quantity: 2 });
    expect([status, body.status, body.quantity]).toEqual([200, 'waitlisted', 2]);
    const moved = await signup.change(people[1]!, second!, { item_id: signup.items.Tea });
    expectError409(moved);
  });

  it('gives what is lowered to those who wait', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3, ...WAITLIST } });
    const ids = await inLine(signup, 3, 1, 1);
    expect((await signup.change(people[0]!, ids[0]!, { quantity: 2 })).status).toBe(200);
    expect(await statuses(signup, ids)).toEqual(['confirmed', 'confirmed', 'waitlisted']);
    expect(await signup.promoted()).toEqual([people[1]!.membershipId]);
  });

  it('moves to another item, or stays where it is', async () => {
    const signup = await aSignup(t, school, {
      Cake: { capacity: 1, ...WAITLIST },
      Tea: { capacity: 1 },
      Cups: {},
    });
    const ids = await inLine(signup, 1, 1);
    await signup.claimed(people[2]!, 'Tea');
    const { Tea, Cups } = signup.items as Record<string, string>;
    expectError409(await signup.change(people[0]!, ids[0]!, { item_id: Tea }));
    expect(await statuses(signup, ids)).toEqual(['confirmed', 'waitlisted']);
    expectError(await signup.change(people[0]!, ids[0]!, { item_id: randomUUID() }), 404, 'not_found');
    const moved = await signup.change(people[0]!, ids[0]!, { item_id: Cups });
    expect(moved.body).toMatchObject({ item_id: Cups, status: 'confirmed' });
    expect(await statuses(signup, ids)).toEqual(['confirmed', 'confirmed']);
    const back = await signup.claimed(people[0]!, 'Cake', { accept_waitlist: true });
    expectError(await signup.change(people[0]!, back, { item_id: Cups }), 409, 'conflict');
  });

  it('refuses who knows another state of the sign-up', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(people[0]!, 'Cake');
    const headers = { 'if-match': (await signup.get(people[0]!)).headers.get('etag') ?? '' };
    expect((await signup.change(people[0]!, id, { quantity: 2 }, { headers })).status).toBe(200);
    expectError(await signup.change(people[0]!, id, { quantity: 3 }, { headers }), 409, 'conflict', 'stale');
    expectError(await signup.withdraw(people[0]!, id, { headers }), 409, 'conflict', 'stale');
  });

  it('asks again who is in the audience', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(people[0]!, 'Cake');
    await signup.set({ audienceType: 'admins' });
    expectError(await signup.change(people[0]!, id, { quantity: 2 }), 403, 'not_authorized');
  });
});

describe('DELETE /signups/:signupId/claims/:claimId', () => {
  it('knows no claim of others', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const other = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(people[0]!, 'Cake');
    expectError(await signup.withdraw(people[1]!, id), 404, 'not_found');
    expectError(await other.withdraw(people[0]!, id), 404, 'not_found');
    expect((await signup.withdraw(people[0]!, id)).status).toBe(204);
    expectError(await signup.withdraw(people[0]!, id), 404, 'not_found');
  });

  it('lets a guardian of the student whom it is for, and not of one whom it is not for', async () => {
    const child = await school.student();
    const [mother, father] = [await school.parentOf(child), await school.parentOf(child)];
    const signup = await aSignup(t, school, { Cake: {}, Tea: {} });
    const own = await signup.claimed(mother, 'Tea');
    const id = await signup.claimed(mother, 'Cake', { student_id: child.id });
    expectError(await signup.withdraw(father, own), 404, 'not_found');
    expect((await signup.withdraw(father, id)).status).toBe(204);
  });

  it('ends at its own time, else with the sign-up; for managers never', async () => {
    const closesAt = later(10_000);
    const signup = await aSignup(t, school, { Cake: {} }, { closesAt });
    const ids = await inLine(signup, 1, 1, 1);
    t.clock.stopAt(closesAt.toISOString());
    t.clock.advance(-1);
    expect((await signup.withdraw(people[0]!, ids[0]!)).status).toBe(204);
    t.clock.advance(1);
    expectError(await signup.withdraw(people[1]!, ids[1]!), 400, 'validation_failed', 'withdrawal_closed');
    await signup.set({ withdrawUntil: later(1000) });
    expect((await signup.withdraw(people[1]!, ids[1]!)).status).toBe(204);
    t.clock.advance(1000);
    expectError(await signup.withdraw(people[2]!, ids[2]!), 400, 'validation_failed', 'withdrawal_closed');
    await signup.set({ visibleUntil: later(0) });
    expectError(await signup.withdraw(people[2]!, ids[2]!), 400, 'validation_failed', 'withdrawal_closed');
    expect((await signup.withdraw(await school.admin(), ids[2]!)).status).toBe(204);
  });

  it('promotes in order: a large entry at the head blocks a small one behind it', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3, ...WAITLIST } });
    const ids = await inLine(signup, 2, 1, 3, 1);
    await signup.withdraw(people[1]!, ids[1]!);
    expect(await statuses(signup, ids)).toEqual(['confirmed', 'withdrawn', 'waitlisted', 'waitlisted']);
    await signup.withdraw(people[0]!, ids[0]!);
    expect(await statuses(signup, ids)).toEqual(['withdrawn', 'withdrawn', 'confirmed', 'waitlisted']);
    await signup.withdraw(people[2]!, ids[2]!);
    expect(await statuses(signup, ids.slice(3))).toEqual(['confirmed']);
    expect(await signup.promoted()).toHaveLength(2);
  });

  it('lets those behind move up when the large one at the head goes', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3, ...WAITLIST } });
    const ids = await inLine(signup, 2, 3, 1);
    await signup.withdraw(people[1]!, ids[1]!);
    expect(await statuses(signup, ids)).toEqual(['confirmed', 'withdrawn', 'confirmed']);
  });

  it.each([
    ['has closed', () => ({ closesAt: later(5000) })],
    ['is gone', () => ({ visibleUntil: later(5000) })],
  ])('promotes nobody once it %s', async (_end, given) => {
    const signup = await aSignup(t, school, { Cake: { capacity: 1, ...WAITLIST } }, given());
    const ids = await inLine(signup, 1, 1);
    t.clock.advance(5000);
    await signup.withdraw(await school.admin(), ids[0]!);
    expect(await statuses(signup, ids)).toEqual(['withdrawn', 'waitlisted']);
    expect(await signup.promoted()).toEqual([]);
  });

  it('removes nobody where the capacity was lowered, and lets nobody in until there is room', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3 } });
    const ids = await inLine(signup, 1, 1, 1);
    await signup.setItem('Cake', { capacity: 1 });
    expect((await signup.get(people[0]!)).body.items[0]).toMatchObject({ confirmed: 3, remaining: 0 });
    await signup.withdraw(people[0]!, ids[0]!);
    expectError409(await signup.claim(people[3]!, 'Cake'));
    await signup.withdraw(people[1]!, ids[1]!);
    await signup.withdraw(people[2]!, ids[2]!);
    expect((await signup.claim(people[3]!, 'Cake')).status).toBe(201);
  });
});

function expectError409({ status, body }: { status: number; body: { error: { reason?: string } } }): void {
  expect([status, body.error.reason]).toEqual([409, 'item_full']);
}
