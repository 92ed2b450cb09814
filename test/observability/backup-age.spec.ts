import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { samplesOf, valueOf } from '../support/processes/metrics.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ metricsPort: 9464 });
});
afterAll(() => t.close());

const AGE = 'backup_age_seconds';
const made = (hours: number): Promise<unknown> =>
  t.dataSource.query(
    `insert into backups (made_at, address, is_encrypted) values ($1, '/somewhere', false)`,
    [new Date(t.clock.now().getTime() - hours * 3_600_000)],
  );

it('tells how old the newest backup is, and nothing while there is none', async () => {
  expect(await samplesOf(t, AGE)).toEqual([]);
  // A clock that was wrong has dated it: it says nothing of when one was made.
  await made(-9_000);
  expect(await samplesOf(t, AGE)).toEqual([]);
  await made(50);
  await made(26);
  expect(await valueOf(t, AGE)).toBeCloseTo(26 * 3_600, -2);
});
