import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aList } from '../../support/list.factory.js';
import { aPerson, aSchool, type TestMember } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(40);
jest.setTimeout(timeFor(ROUNDS));

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

const leave = ({ membershipId, token }: TestMember): Promise<ApiAnswer> =>
  t.api.post(`/me/leave-school/${membershipId}`, { token });

describe('the last senior admins, leaving at the same instant', () => {
  it(`leave one of the two behind, ${ROUNDS} times of ${ROUNDS}`, async () => {
    const [first, second] = [await aPerson(t), await aPerson(t)];
    for (let round = 0; round < ROUNDS; round += 1) {
      const school = await aSchool(t);
      const pair = [await school.admin('senior_admin', first), await school.admin('senior_admin', second)];
      const answers = await Promise.all(pair.map(leave));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expectError(
        answers.find(({ status }) => status === 409)!,
        409,
        'conflict',
        'sole_senior_admin',
      );
      const stayed = pair[answers.findIndex(({ status }) => status === 409)]!;
      const [{ ids }] = await t.dataSource.query<[{ ids: string[] }]>(
        `select array_agg(id) as ids from memberships where school_id = $1 and role = 'senior_admin'`,
        [school.id],
      );
      expect(ids).toEqual([stayed.membershipId]);
    }
  });

  race('leave one of ten behind, and parents go meanwhile', async () => {
    const school = await aSchool(t);
    const admins = await Promise.all(Array.from({ length: 10 }, () => school.admin()));
    const parents = await Promise.all(Array.from({ length: 5 }, () => school.parent()));
    const answers = await Promise.all([...admins, ...parents].map(leave));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 10).sort()).toEqual([...Array.from({ length: 9 }, () => 204), 409]);
    expect(statuses.slice(10)).toEqual([204, 204, 204, 204, 204]);
  });

  race('stay while the only colleague is deactivated, who may leave', async () => {
    const school = await aSchool(t);
    const [last, colleague] = [await school.admin(), await school.admin()];
    await school.deactivate(colleague);
    const answers = await Promise.all([leave(last), leave(last), leave(colleague)]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 204]);
  });
});

race(
  'parents who have each other on a list leave at the same instant',
  async () => {
    const school = await aSchool(t);
    const parents = await Promise.all(Array.from({ length: 6 }, () => school.parent()));
    for (const owner of parents) {
      const list = await aList(t, school, owner);
      for (const parent of parents) expect((await list.addGuardian(parent)).status).toBe(201);
    }
    const answers = await Promise.all(parents.map(leave));
    expect(answers.map(({ status }) => status)).toEqual(parents.map(() => 204));
  },
  3,
);
