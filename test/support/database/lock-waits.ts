import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const MAX_MS = 30_000;

/**
 * Until this many connections to the database wait for a lock.
 * @throws when they do not come to it, so that whoever holds the lock lets it go
 */
export const untilWaiting = (dataSource: DataSource, connections = 1): Promise<void> =>
  untilThereAre(dataSource, connections, {
    text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    parameters: [],
  });

/**
 * Until a connection waits for this table, whoever else waits for something meanwhile.
 * @throws as above
 */
export const untilWaitingFor = (dataSource: DataSource, table: string): Promise<void> =>
  untilThereAre(dataSource, 1, {
    text: `select 1 from pg_locks where relation = $1::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`,
    parameters: [table],
  });

async function untilThereAre(
  dataSource: DataSource,
  connections: number,
  { text, parameters }: { text: string; parameters: unknown[] },
): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  while ((await dataSource.query<unknown[]>(text, parameters)).length < connections) {
    if (Date.now() > deadline) throw new Error(`Not ${connections} waiting for a lock after ${MAX_MS} ms`);
    await setImmediate();
  }
}
