import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let signup: TestSignup<'Seat' | 'Chair'>;
let [maria, ian, eve]: TestMember[] = [];
beforeAll(async () => (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [maria, ian, eve] = [await school.parent(), await school.parent(), await school.parent()];
  signup = await aSignup(t, school, {
    Seat: { capacity: 2, waitlistEnabled: true },
    Chair: { capacity: 5, waitlistEnabled: true },
  });
});

const waiting = { accept_waitlist: true };
const expectFull = ({ status, body }: ApiAnswer): void =>
  expect([status, body.error?.reason]).toEqual([409, 'item_full']);
const statusOf = async (id: string): Promise<string> => {
  const [row] = await t.dataSource.query<{ status: string }[]>(
    'select status from signup_claims where id = $1',
    [id],
  );
  return row!.status;
};
const setCapacity = (capacity: number | null): Promise<unknown> =>
  t.dataSource.query('update signup_items set capacity = $2 where id = $1', [signup.items.Seat, capacity]);

describe('More than an item has in all', () => {
  it.each([{}, waiting])('fails in a claim, and others get their places: %j', async (given) => {
    expectFull(await signup.claim(maria!, 'Seat', { quantity: 3, ...given }));
    expect((await signup.claim(ian!, 'Seat', { quantity: 2 })).body.status).toBe('confirmed');
  });

  it('fails when it is added to a claim, confirmed or waiting', async () => {
    await signup.claimed(maria!, 'Seat');
    expectFull(await signup.claim(maria!, 'Seat', { quantity: 2, ...waiting }));
    const id = await signup.claimed(ian!, 'Seat', { quantity: 2, ...waiting });
    expect(await statusOf(id)).toBe('waitlisted');
    expectFull(await signup.claim(ian!, 'Seat', waiting));
  });

  it('fails as a raise, and as a move from a larger item', async () => {
    await signup.claimed(maria!, 'Seat', { quantity: 2 });
    const waits = await signup.claimed(ian!, 'Seat', { quantity: 1, ...waiting });
    expectFull(await signup.change(ian!, waits, { quantity: 3 }));
    await signup.claimed(maria!, 'Chair', { quantity: 5 });
    const large = await signup.claimed(eve!, 'Chair', { quantity: 3, ...waiting });
    expectFull(await signup.change(eve!, large, { item_id: signup.items.Seat }));
    expect([await statusOf(waits), await statusOf(large)]).toEqual(['waitlisted', 'waitlisted']);
  });

  it('fails for all of many at once, while those who fit get what there is', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => school.parent()));
    const answers = await Promise.all(
      people.map((person, at) => signup.claim(person, 'Seat', { quantity: at % 2 ? 1 : 3, ...waiting })),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map((_, at) => (at % 2 ? 201 : 409)));
    expect(answers.filter(({ body }) => body.status === 'confirmed')).toHaveLength(2);
  });
});

describe('An entry that is larger than its item has become', () => {
  let [first, large, small]: string[] = [];
  beforeEach(async () => {
    await setCapacity(3);
    first = await signup.claimed(maria!, 'Seat', { quantity: 3 });
    large = await signup.claimed(ian!, 'Seat', { quantity: 3, ...waiting });
    small = await signup.claimed(eve!, 'Seat', { quantity: 1, ...waiting });
    await setCapacity(2);
  });

  it('waits when places become free, and keeps its turn for when the item is larger', async () => {
    expect((await signup.withdraw(maria!, first!)).status).toBe(204);
    expect([await statusOf(large!), await statusOf(small!)]).toEqual(['waitlisted', 'confirmed']);
    await setCapacity(4);
    expect((await signup.change(eve!, small!, { comment: 'Mine' })).status).toBe(200);
    expect(await statusOf(large!)).toBe('confirmed');
  });

  it('keeps nobody from the places that are free', async () => {
    await signup.withdraw(eve!, small!);
    await signup.withdraw(maria!, first!);
    expect((await signup.claim(eve!, 'Seat', { quantity: 2 })).body.status).toBe('confirmed');
  });

  it('goes lower, and has a place where it fits then', async () => {
    await signup.withdraw(maria!, first!);
    expect((await signup.change(ian!, large!, { quantity: 1 })).body.status).toBe('confirmed');
  });

  it('gives way, where it was there before, to who waits behind it, as soon as anybody claims', async () => {
    // As the release before left it: free places, and somebody who would fit behind one who never will.
    await t.dataSource.query(`update signup_claims set status = 'withdrawn' where id = $1`, [first]);
    const late = await school.parent();
    expect((await signup.claim(late, 'Seat')).body.status).toBe('confirmed');
    expect([await statusOf(large!), await statusOf(small!)]).toEqual(['waitlisted', 'confirmed']);
    expectFull(await signup.claim(maria!, 'Seat'));
  });
});
