import type { QueryResultRow } from 'pg';
import { DatabaseClient } from './database-client.js';

/** Milliseconds that a database may take to let us in, and to answer a question. */
const ANSWER_WITHIN_MS = 5_000;

interface Answer<Row> {
  row: Row;
  /** The server that has answered. */
  host: string;
  port: number;
}

/**
 * The first row of what a database answers to a connection of its own.
 * @throws the driver's error when it lets nobody in or does not answer
 */
export const queryOnce = async <Row extends QueryResultRow>(url: string, question: string): Promise<Row> =>
  (await askDatabase<Row>(url, question)).row;

/**
 * What `queryOnce` answers, and which of several hosts has said so.
 * @throws the driver's error when it lets nobody in or does not answer
 */
export const askDatabase = <Row extends QueryResultRow>(
  address: string,
  question: string,
): Promise<Answer<Row>> =>
  withConnection({ address, query_timeout: ANSWER_WITHIN_MS }, async (client) => {
    const { rows } = await client.query<Row>(question);
    return { row: rows[0]!, host: client.host, port: client.port };
  });

/**
 * Has a database carry out a statement that answers nothing, however long it takes.
 * @throws the driver's error
 */
export const executeOnce = (address: string, statement: string): Promise<void> =>
  withConnection({ address }, async (client) => {
    await client.query(statement);
  });

async function withConnection<T>(
  config: { address: string; query_timeout?: number },
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({
    ...config,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    application_name: 'school-directory',
  });
  // One that breaks while it is not asked anything tells nobody else.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
