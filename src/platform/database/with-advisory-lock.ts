import { DatabaseClient } from './database-client.js';

/**
 * Does the work while nobody else holds the lock. It is held by a transaction, since behind a pooler nothing else stays with one
 * connection of the server, and by a connection of its own: the work has those of the pool.
 * @returns what the work returns; null where somebody else holds the lock
 */
export async function withAdvisoryLock<T>(
  address: string,
  lock: number,
  work: () => Promise<T>,
): Promise<{ done: T } | null> {
  const client = new DatabaseClient({ address, application_name: 'school-directory' });
  // A connection that breaks gives the lock back, and the work does not depend on it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${lock}) as taken`,
    );
    return rows[0]!.taken ? { done: await work() } : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
