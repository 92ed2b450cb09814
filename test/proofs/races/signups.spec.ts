import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(2);
const CROWD = 200;

let t: TestApp;
let processes: ServiceProcess[];
let school: TestSchool;
let crowd: TestMember[];

beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  school = await aSchool(t);
  crowd = await Promise.all(Array.from({ length: CROWD }, () => school.parent()));
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

const at = (index: number): ApiClient => processes[index % processes.length]!.api;

function counted(answers: ApiAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const word = status >= 400 ? body.error.reason : body?.status;
    const key = word ? `${status} ${word}` : `${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const everyoneClaims = <Title extends string>(
  signup: TestSignup<Title>,
  item: Title,
  body: object = {},
): Promise<ApiAnswer[]> =>
  Promise.all(crowd.map((person, index) => served(() => signup.claim(person, item, body, at(index)))));

/** What an application does that is told 503: nothing was written, so it asks again. */
async function served(send: () => Promise<ApiAnswer>, attempts = 5): Promise<ApiAnswer> {
  const answer = await send();
  return answer.status === 503 && attempts > 1 ? served(send, attempts - 1) : answer;
}

describe('Two hundred who claim at once, at two processes', () => {
  race('get ten places of ten, and the others are told that there is none', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 10 } });
    const answers = await everyoneClaims(signup, 'Cake');
    expect(counted(answers)).toEqual({ '201 confirmed': 10, '409 item_full': 190 });
    expect((await signup.get(crowd[0]!)).body.items[0]).toMatchObject({ confirmed: 10, remaining: 0 });
  });

  race('get ten places and wait in line; three who withdraw make way for the first three', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 10, waitlistEnabled: true } });
    const answers = await everyoneClaims(signup, 'Cake', { accept_waitlist: true });
    expect(counted(answers)).toEqual({ '201 confirmed': 10, '201 waitlisted': 190 });
    const line = await signup.claims();
    const waiting = line.filter(({ status }) => status === 'waitlisted');
    const seated = line.filter(({ status }) => status === 'confirmed').slice(0, 3);
    const gone = await Promise.all(
      seated.map(({ id, membershipId }, index) =>
        signup.withdraw(
          crowd.find((person) => person.membershipId === membershipId)!,
          id,
          {
            api: at(index),
          },
        ),
      ),
    );
    expect(counted(gone)).toEqual({ '204': 3 });
    const first = waiting.slice(0, 3);
    const now = await signup.claims();
    expect(now.filter(({ status }) => status === 'waitlisted')).toEqual(waiting.slice(3));
    for (const { id } of first) expect(await signup.statusOf(id)).toBe('confirmed');
    expect((await signup.promoted()).sort()).toEqual(first.map(({ membershipId }) => membershipId).sort());
  });

  race('of one person for the same item become one claim', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 30 } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => served(() => signup.claim(crowd[0]!, 'Cake', {}, at(index)))),
    );
    expect(counted(answers)).toEqual({ '201 confirmed': 30, '409 item_full': 20 });
    expect(await signup.claims()).toMatchObject([{ quantity: 30, status: 'confirmed' }]);
  });

  race('stay within the limit of a family, on several items', async () => {
    const child = await school.student();
    const family = [await school.parentOf(child), await school.parentOf(child)];
    const items = { Cake: {}, Tea: {}, Cups: {}, Plates: {} };
    const signup = await aSignup(t, school, items, { claimPer: 'family', perPersonLimit: 3 });
    const titles = Object.keys(items) as (keyof typeof items)[];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        signup.claim(family[index % 2]!, titles[index % 4]!, {}, at(index >> 1)),
      ),
    );
    expect(counted(answers)).toEqual({ '201 confirmed': 3, '400 limit_reached': 21 });
  });
});

describe('Whatever happens at once', () => {
  it(
    'no item has more than its capacity, the line is kept, and nobody stands aside from free places',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const people = await Promise.all(Array.from({ length: 24 }, () => school.parent()));
        const items = {
          Cake: { capacity: 5, waitlistEnabled: true },
          Tea: { capacity: 3, waitlistEnabled: true },
        };
        const signup = await aSignup(t, school, items, { perPersonLimit: 6 });
        const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
        const step = async (person: TestMember): Promise<ApiAnswer> => {
          const own = (await signup.claims()).filter(
            ({ membershipId }) => membershipId === person.membershipId,
          );
          const api = pick(processes).api;
          const quantity = pick([1, 1, 2, 3]);
          const item = pick(['Cake', 'Tea'] as const);
          if (own.length === 0 || Math.random() < 0.3)
            return signup.claim(person, item, { quantity, accept_waitlist: Math.random() < 0.7 }, api);
          const claim = pick(own);
          const chance = Math.random();
          if (chance < 0.35) return signup.withdraw(person, claim.id, { api });
          if (chance < 0.65) return signup.change(person, claim.id, { quantity }, { api });
          if (chance < 0.9) return signup.change(person, claim.id, { item_id: signup.items[item] }, { api });
          return api.post(`/me/leave-school/${person.membershipId}`, { token: person.token });
        };
        for (let turn = 0; turn < 4; turn += 1) {
          const answers = await Promise.all(people.map(step));
          for (const { status } of answers) expect([200, 201, 204, 400, 404, 409]).toContain(status);
          await expectInOrder(signup, items);
        }
      }
    },
    timeFor(ROUNDS, 10_000),
  );
});

/** What holds after every step, whoever took it. */
async function expectInOrder(
  signup: TestSignup<'Cake' | 'Tea'>,
  items: Record<'Cake' | 'Tea', { capacity: number }>,
): Promise<void> {
  const claims = await signup.claims();
  for (const title of ['Cake', 'Tea'] as const) {
    const here = claims.filter(({ itemId }) => itemId === signup.items[title]);
    const taken = here
      .filter(({ status }) => status === 'confirmed')
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const free = items[title].capacity - taken;
    expect(free).toBeGreaterThanOrEqual(0);
    const head = here.find(({ status }) => status === 'waitlisted');
    if (head) expect(head.quantity).toBeGreaterThan(free);
  }
  const sums = new Map<string, number>();
  for (const { membershipId, quantity } of claims)
    sums.set(membershipId, (sums.get(membershipId) ?? 0) + quantity);
  expect(Math.max(0, ...sums.values())).toBeLessThanOrEqual(6);
}
