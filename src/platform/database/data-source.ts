import type { Client, ClientBase, QueryConfig } from 'pg';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { databaseAddress } from '../config/database-address.js';
import type { ConnectionWatch } from './connection-watch.js';
import { DatabaseClient } from './database-client.js';
import { ENTITIES } from './entities.js';
import { interceptStatements } from './intercepted-statements.js';
import { MIGRATIONS } from './migrations.js';
import { columnName } from './row-columns.js';

/** A connection of node-postgres, with the process that the server, or a pooler before it, says it has. */
type Connection = ClientBase & { processID: number | null };

/** A query with an option that node-postgres takes and its types lack: milliseconds to wait for the answer. */
type BoundedQuery = QueryConfig & { query_timeout: number };

const ANSWER_WITHIN_MS = 5_000;

/**
 * Times in texts are of UTC, and who waits for a lock gives up. Both are said in a statement and not with the start of
 * the connection, where a pooler such as PgBouncer refuses whatever it does not know.
 *
 * With a pooler every transaction may have another connection of the server, so the process number that it gives us is
 * not that of the server. What is said to a connection is lost there (but for the time zone, which poolers carry along):
 * see `ofOneTransaction`.
 * @param lockTimeoutMs 0: as the database says
 */
async function startConnection(client: ClientBase, lockTimeoutMs: number): Promise<void> {
  const connection = client as Connection;
  const statement: BoundedQuery = {
    text: `select set_config('TimeZone', 'UTC', false), case when pg_backend_pid() = $1 then
      set_config('lock_timeout', coalesce($2, current_setting('lock_timeout')), false) end is not null as "isOurs"`,
    values: [connection.processID, lockTimeoutMs > 0 ? String(lockTimeoutMs) : null],
    query_timeout: ANSWER_WITHIN_MS,
  };
  const { rows } = await connection.query<{ isOurs: boolean }>(statement);
  if (rows[0]?.isOurs) return;
  interceptStatements(connection, (statement, send) => send(ofOneTransaction(statement, lockTimeoutMs)));
}

/**
 * The statement in a form that leaves nothing to the next transaction and expects nothing of the last one: no statement is
 * known by a name, and every transaction sets its own wait for a lock.
 */
export function ofOneTransaction(statement: unknown, lockTimeoutMs: number): unknown {
  if (statement === 'START TRANSACTION' && lockTimeoutMs > 0)
    return `START TRANSACTION; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
  if (!isNamed(statement)) return statement;
  const { name: _name, ...unnamed } = statement;
  return unnamed;
}

/** And no stream, which brings its own protocol. */
const isNamed = (statement: unknown): statement is { name: string; text: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);

/** Columns are snake_case in the database and camelCase in the code. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, embeddedPrefixes: string[]): string {
    return [...embeddedPrefixes, customName || propertyName].map(columnName).join('_');
  }
}

export interface DatabaseSettings {
  url: string;
  /** Connections of one process. */
  poolSize: number;
  /** Those of them that jobs have for themselves; none unless given. */
  jobConnections?: number;
  /** Milliseconds to wait for a lock; without, as the database says, which is for ever. */
  lockTimeoutMs?: number;
  /** Milliseconds to wait for any word of a database that was asked something: more than for a lock. */
  silenceMs?: number;
  /** Who looks after the connections: of the service, which has people waiting. */
  watch?: ConnectionWatch;
}

/** The one description of the database: for the application, the operator commands and the tests. */
export function dataSourceOptions({
  url,
  poolSize,
  jobConnections = 0,
  lockTimeoutMs = 0,
  watch,
}: DatabaseSettings): DataSourceOptions {
  // TypeORM reads a single host; the connections themselves read the address.
  const server = { url: databaseAddress(url).urls[0]! };
  return {
    type: 'postgres',
    ...server,
    // Jobs have what TypeORM has for replicas: a second pool, here of connections to the same server.
    ...(jobConnections > 0 && {
      replication: { master: server, slaves: [server], defaultMode: 'master' as const },
    }),
    poolSize: poolSize - jobConnections,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    applicationName: 'school-directory',
    synchronize: false,
    logging: false,
    connectTimeoutMS: 5_000,
    extra: {
      Client: DatabaseClient,
      address: url,
      onConnect: async (client: Client) => {
        await startConnection(client, lockTimeoutMs);
        watch?.add(client);
      },
      idleTimeoutMillis: 60_000,
    },
  };
}

export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource(dataSourceOptions(settings));
