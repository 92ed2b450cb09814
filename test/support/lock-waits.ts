import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Until this many connections to the database wait for a lock. */
export async function untilWaiting(dataSource: DataSource, connections = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await dataSource.query<unknown[]>(waiting)).length < connections) await setImmediate();
}
