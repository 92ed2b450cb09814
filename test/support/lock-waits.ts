import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const LONGEST_MS = 30_000;

/**
 * Until this many connections to the database wait for a lock.
 * @throws when they do not come to it, so that whoever holds the lock lets it go
 */
export async function untilWaiting(dataSource: DataSource, connections = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const deadline = Date.now() + LONGEST_MS;
  while ((await dataSource.query<unknown[]>(waiting)).length < connections) {
    if (Date.now() > deadline)
      throw new Error(`Not ${connections} waiting for a lock after ${LONGEST_MS} ms`);
    await setImmediate();
  }
}
