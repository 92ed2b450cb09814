import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { race } from '../../support/proofs/rounds.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** An import locks students before slips, an answer the other way round: neither may hold what the other one waits for. */
race('an answer to a slip waits for an import that changes its student and itself', async () => {
  const school = await aSchool(t);
  const ada = await school.student();
  const { token } = await school.parentOf([ada]);
  const slip = await aPermissionSlip(t, school, {});
  const feed = t.dataSource.createQueryRunner();
  await feed.startTransaction();
  await feed.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`roster-feed:${school.id}`]);
  await feed.query('update students set preferred_name = $2 where id = $1', [ada.id, 'Addie']);

  const body = { student_id: ada.id, decision: 'granted' };
  const answer = t.api.post(`/permission-slips/${slip.id}/responses`, { token, body });
  while ((await feed.query(waiting)).length === 0);
  await feed.query('update permission_slips set title = $2 where id = $1', [slip.id, 'Museum']);
  await feed.commitTransaction();
  await feed.release();

  expect((await answer).status).toBe(201);
});

race('is refused, and holds no connection, while an import goes on', async () => {
  const school = await aSchool(t);
  const ada = await school.student();
  const { token } = await school.parentOf([ada]);
  const slip = await aPermissionSlip(t, school, {});
  const answer = (): Promise<ApiAnswer> =>
    t.api.post(`/permission-slips/${slip.id}/responses`, {
      token,
      body: { student_id: ada.id, decision: 'granted' },
    });
  const feed = t.dataSource.createQueryRunner();
  await feed.startTransaction();
  await feed.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`roster-feed:${school.id}`]);
  for (const refused of await Promise.all([answer(), answer(), answer()]))
    expectError(refused, 503, 'unavailable');
  expect(await feed.query(waiting)).toEqual([]);
  await feed.commitTransaction();
  await feed.release();
  expect((await answer()).status).toBe(201);
});
