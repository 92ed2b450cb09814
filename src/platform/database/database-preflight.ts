import type { QueryResultRow } from 'pg';
import { performance } from 'node:perf_hooks';
import { SettingsError } from '../errors/operator.error.js';
import { DatabaseClient } from './database-client.js';

/** Milliseconds that a database may take to let us in, and to answer. */
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
export async function askDatabase<Row extends QueryResultRow>(
  address: string,
  question: string,
): Promise<Answer<Row>> {
  const client = new DatabaseClient({
    address,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'school-directory',
  });
  // One that breaks while it is not asked anything tells nobody else.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(question);
    return { row: rows[0]!, host: client.host, port: client.port };
  } finally {
    await client.end();
  }
}

/** The oldest server that is supported, as PostgreSQL counts: 150004 is 15.4 (operations section 3). */
export const MIN_SERVER_VERSION = 150_000;

const VERSION = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu"`;
/** By SQLSTATE (PostgreSQL, appendix A). */
const REFUSALS: [RegExp, string][] = [
  [/^28/, 'DATABASE_URL should hold a user and a password that the database takes'],
  [/^3D000$/, 'DATABASE_URL should name a database that is there'],
  [/^25006$/, 'DATABASE_URL should name a server that takes writes among its hosts'],
  [/^42501$/, 'DATABASE_URL should name a user who may connect to the database'],
  [/^53300$/, 'DATABASE_POOL_SIZE should be lower, or max_connections higher: there is no connection left'],
  [/^57P03$/, 'DATABASE_URL should be a PostgreSQL that has started: try again in a moment'],
];
/** Node.js, of what a certificate is refused for; node-postgres, of a server that has none. */
const ENCRYPTION = /TLS|SSL|CERT|SIGNED|SIGNATURE|ISSUER/;

interface Server {
  version: number;
  encoding: string;
  hasIcu: boolean;
}

/**
 * Connects once, to say of what is wrong which setting it is.
 * @param anyEncoding for a backup: the way out of a database that is in another one
 * @throws SettingsError when the database does not answer, does not let us in, is too old, without ICU or not in UTF8
 */
export async function assertUsable(url: string, anyEncoding = false): Promise<void> {
  const { version, hasIcu, encoding } = await queryOnce<Server>(url, VERSION).catch((error: unknown) => {
    throw new SettingsError(faultOf(error));
  });
  if (version < MIN_SERVER_VERSION)
    throw new SettingsError(`DATABASE_URL should be PostgreSQL 15 or newer, and is ${versionName(version)}.`);
  if (!hasIcu)
    throw new SettingsError('DATABASE_URL should be a PostgreSQL built with ICU: names are ordered by it.');
  if (encoding !== 'UTF8' && !anyEncoding)
    throw new SettingsError(
      `DATABASE_URL should name a database whose encoding is UTF8, and not ${encoding}: "doctor" says how to make one, and how to bring along what is in this one.`,
    );
}

/** `15.4` */
export const versionName = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`;

function faultOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const [, refusal] = REFUSALS.find(([pattern]) => pattern.test(code ?? '')) ?? [];
  if (refusal) return `${refusal} (${code}).`;
  if (ENCRYPTION.test(code ?? message ?? ''))
    return `DATABASE_URL should ask for encryption as the database offers it (${code ?? 'none'}).`;
  return `DATABASE_URL should be a PostgreSQL that answers (${code ?? 'no answer'}).`;
}

/** Milliseconds that a result is good for: while writes are refused, somebody waits to see them work again. */
const GOOD_FOR_MS = { writable: 5_000, refused: 1_000 };

/** PostgreSQL, appendix A: read-only transaction, disk full, I/O error. */
const REFUSES_WRITES = /^(25006|53100|58030)$/;

/**
 * On a connection of its own, for a new one is what a changed default tells. A function's rows beyond `work_mem` go to a
 * file on the disk of the database, which costs milliseconds and no row of any table: on a full disk it fails (53100).
 */
const QUESTION = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly", count(*)
  from (select set_config('work_mem', '64kB', true) as size offset 0) small,
    generate_series(1, 20000 + 0 * length(small.size))`;

/** Whether the database takes writes, as of a few seconds ago. It waits for no lock and writes no row. */
export class WriteCheck {
  private queriedAt = -Infinity;
  private inFlight: Promise<void> | undefined;
  private lastResult: boolean | undefined;

  constructor(private readonly url: string) {}

  /** Only the first caller waits: later ones hear the last result while it is asked again. */
  async isWritable(): Promise<boolean> {
    const goodFor = this.lastResult === false ? GOOD_FOR_MS.refused : GOOD_FOR_MS.writable;
    if (performance.now() - this.queriedAt > goodFor) this.inFlight ??= this.ask();
    if (this.lastResult === undefined) await this.inFlight;
    return this.lastResult ?? true;
  }

  /** Unwritable is what says so: whether the database answers at all is seen on the connections in use. */
  private async ask(): Promise<void> {
    this.queriedAt = performance.now();
    this.lastResult = await queryOnce<{ isReadOnly: boolean }>(this.url, QUESTION).then(
      ({ isReadOnly }) => !isReadOnly,
      (error: { code?: string }) => (REFUSES_WRITES.test(error.code ?? '') ? false : this.lastResult),
    );
    this.inFlight = undefined;
  }
}
