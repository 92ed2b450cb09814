import type { Client, QueryResultRow } from 'pg';
import { BriefClient } from './brief-client.js';

/** Milliseconds that a database may take to let us in, and to answer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * The first row of what a database answers to a connection of its own.
 * @throws the driver's error when it lets nobody in or does not answer
 */
export async function askOnce<Row extends QueryResultRow>(
  connectionString: string,
  question: string,
): Promise<Row> {
  const client: Client = new BriefClient({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'school-directory',
  });
  // One that breaks while it is not asked anything tells nobody else.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(question);
    return rows[0]!;
  } finally {
    await client.end();
  }
}
