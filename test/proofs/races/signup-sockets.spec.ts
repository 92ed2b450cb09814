import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignupClaim } from '../../../src/features/signups/claims/signup-claim.entity.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import {
  counted,
  sendTogether,
  type SocketAnswer,
  type SocketRequest,
} from '../../support/http/released-together.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(3);
const SOCKETS = 50;
const CAPACITY = 10;

let t: TestApp;
let processes: ServiceProcess[];
let school: TestSchool;
let first: TestMember[];
let later: TestMember[];
beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  school = await aSchool(t);
  const crowd = await Promise.all(Array.from({ length: 2 * SOCKETS }, () => school.parent()));
  [first, later] = [crowd.slice(0, SOCKETS), crowd.slice(SOCKETS)];
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

type OneItem = TestSignup<'Cake'>;
type Sent = Omit<SocketRequest, 'url'>;
const oneOrTwoOrThree = (at: number): number => 1 + (at % 3);
const places = (claims: SignupClaim[]): number => claims.reduce((sum, { quantity }) => sum + quantity, 0);
const confirmed = (claims: SignupClaim[]): SignupClaim[] =>
  claims.filter(({ status }) => status === 'confirmed');

const claimOf = (signup: OneItem, { token }: TestMember, body: object): Sent => ({
  path: `/signups/${signup.id}/claims`,
  token,
  body: { item_id: signup.items.Cake, ...body },
});
const withdrawalOf = (signup: OneItem, { id, membershipId }: SignupClaim): Sent => ({
  path: `/signups/${signup.id}/claims/${id}`,
  method: 'DELETE',
  token: first.find((person) => person.membershipId === membershipId)!.token,
});

const releasedTogether = (requests: Sent[]): Promise<SocketAnswer[]> =>
  sendTogether(requests.map((sent, at) => ({ ...sent, url: processes[at % 2]!.url })));

/** Looks again and again whether everything is in order, until all are answered. */
async function watched(
  answers: Promise<SocketAnswer[]>,
  expectInOrder: () => Promise<void>,
): Promise<SocketAnswer[]> {
  let answered = false;
  const done = answers.finally(() => (answered = true));
  while (!answered) await expectInOrder();
  return done;
}

/** As many from the head of a line as fit, and nobody behind the first who does not. */
function headOf(line: SignupClaim[]): SignupClaim[] {
  const stop = line.findIndex((_, at) => places(line.slice(0, at + 1)) > CAPACITY);
  return stop === -1 ? line : line.slice(0, stop);
}

const deadlocks = async (): Promise<number> => {
  const [row] = await t.dataSource.query<[{ deadlocks: number }]>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return row.deadlocks;
};

describe('Fifty claims, released together on two processes', () => {
  it(
    'never have more places than there are, and leave none free',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const signup = await aSignup(t, school, { Cake: { capacity: CAPACITY } });
        const claims = first.map((person, at) =>
          claimOf(signup, person, { quantity: oneOrTwoOrThree(at + round) }),
        );
        const answers = await watched(releasedTogether(claims), async () =>
          expect(places(await signup.claims())).toBeLessThanOrEqual(CAPACITY),
        );
        const taken = await signup.claims();
        expect([places(taken), counted(answers)]).toEqual([
          CAPACITY,
          { '201 confirmed': taken.length, '409 item_full': SOCKETS - taken.length },
        ]);
      }
    },
    timeFor(ROUNDS),
  );

  it(
    'wait in line, and come forward strictly in order while places are given back and others join',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const signup = await aSignup(t, school, { Cake: { capacity: CAPACITY, waitlistEnabled: true } });
        const waiting = (person: TestMember, at: number): Sent =>
          claimOf(signup, person, { quantity: oneOrTwoOrThree(at + round), accept_waitlist: true });
        const joined = await releasedTogether(first.map(waiting));
        const begun = await signup.claims();
        const seated = confirmed(begun);
        expect(seated).toEqual(headOf(begun));
        expect(counted(joined)).toEqual({
          '201 confirmed': seated.length,
          '201 waitlisted': SOCKETS - seated.length,
        });
        const gone = seated.map((claim) => withdrawalOf(signup, claim));
        const others = later.slice(gone.length).map(waiting);
        const answers = await watched(releasedTogether([...gone, ...others]), () =>
          expectInLine(signup, seated),
        );
        expect(counted(answers)).toEqual({ 204: gone.length, '201 waitlisted': others.length });
        const line = await signup.claims();
        expect(line.slice(0, SOCKETS - seated.length).map(({ id }) => id)).toEqual(
          begun.slice(seated.length).map(({ id }) => id),
        );
        expect(confirmed(line)).toEqual(headOf(line));
        expect((await signup.promoted()).sort()).toEqual(
          headOf(line)
            .map(({ membershipId }) => membershipId)
            .sort(),
        );
      }
    },
    timeFor(ROUNDS, 12_000),
  );

  it(
    'make one claim of one person with one key, and all are told the same',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const signup = await aSignup(t, school, { Cake: { capacity: CAPACITY } });
        const claim = { ...claimOf(signup, first[round % SOCKETS]!, { quantity: 2 }), key: `round ${round}` };
        const answers = await releasedTogether(Array.from({ length: SOCKETS }, () => claim));
        expect(counted(answers)).toEqual({ '201 confirmed': SOCKETS });
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
        expect(await signup.claims()).toMatchObject([{ quantity: 2, status: 'confirmed' }]);
      }
    },
    timeFor(ROUNDS),
  );

  it('stay out of each other’s way', async () => {
    // What a process counts is known to all a second later at the latest.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await deadlocks()).toBe(0);
  });
});

/** At any moment: no more than there is room for, and nobody who came later before anybody who waits. */
async function expectInLine(signup: OneItem, seated: SignupClaim[]): Promise<void> {
  const claims = await signup.claims();
  expect(places(confirmed(claims))).toBeLessThanOrEqual(CAPACITY);
  const line = claims.filter(({ id }) => seated.every((claim) => claim.id !== id));
  const statuses = line.map(({ status }) => status);
  expect(statuses).toEqual([...statuses].sort());
}
