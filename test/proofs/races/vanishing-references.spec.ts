import { afterAll, beforeAll, describe } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { race } from '../../support/proofs/rounds.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

/** Whether a statement of the application waits for a lock. */
async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const waiting = await t.dataSource.query<unknown[]>(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
    await delay(5);
  }
}

describe('a write that refers to what vanishes between its checks and itself', () => {
  race('is answered as if it had never been there', async () => {
    const school = await aSchool(t);
    const student = await school.student();
    const parent = await school.parent();
    const leaving = t.dataSource.createQueryRunner();
    await leaving.startTransaction();
    await leaving.query('delete from memberships where id = $1', [parent.membershipId]);
    const star = t.api.post(`/students/${student.id}/star`, { token: parent.token });
    await untilSomeoneWaits();
    await leaving.commitTransaction();
    await leaving.release();
    expectError(await star, 404, 'not_found');
  });
});
