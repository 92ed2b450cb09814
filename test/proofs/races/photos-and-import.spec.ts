import { afterAll, beforeAll, expect } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { race } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

/** An import locks students before members, whoever changes a photo the other way round. */
race(
  'the photo of a student waits for an import that changes the student and whoever removes it',
  async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token, membershipId } = await school.parentOf([ada]);
    const { answer } = await t.dataSource.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
        `roster-feed:${school.id}`,
      ]);
      await manager.query('update students set preferred_name = $2 where id = $1', [ada.id, 'Addie']);
      const answer = t.api.delete(`/students/${ada.id}/photo`, { token });
      await untilWaiting(t.dataSource);
      await manager.query('update memberships set phone = $2 where id = $1', [membershipId, '+1 555 0100']);
      return { answer };
    });
    expect((await answer).status).toBe(204);
  },
);
