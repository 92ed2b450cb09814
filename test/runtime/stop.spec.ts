import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBeside } from '../support/processes/two-processes.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Until a statement waits for a lock, or all have ended. */
async function someoneWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await t.dataSource.query<unknown[]>(waiting)).length === 0) await delay(20);
}

describe('a process that is told to stop', () => {
  it('ends after its time of grace, though a repeatable write still waits for a lock, and keeps nothing of it', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const service = await startBeside(t, { SHUTDOWN_GRACE_MS: '300' });
    const holder = t.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table lists in access exclusive mode');
    const write = service.api
      .post(`/schools/${school.id}/lists`, {
        ...{ token: parent.token, body: { name: 'Bus' } },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      .then(
        ({ status }) => status,
        () => 'no answer',
      );
    await someoneWaits();
    const stopped = await Promise.race([service.stop(), delay(60_000, 'still there')]);
    if (stopped === 'still there') await service.kill();
    await holder.rollbackTransaction();
    await holder.release();
    expect([stopped, await write]).toEqual([0, 'no answer']);
    expect(await t.dataSource.query('select from lists where school_id = $1', [school.id])).toEqual([]);
  }, 120_000);
});
