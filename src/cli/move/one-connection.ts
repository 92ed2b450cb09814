import { DatabaseClient } from '../../platform/database/database-client.js';

/** Statements on a connection of its own, without a bound on their time. */
export async function withConnection<T>(
  address: string,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ address, application_name: 'school-directory' });
  // One that breaks while it is not asked anything tells nobody else.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
