import { Client, type ClientBase, type ClientConfig } from 'pg';
import { databaseAddress } from '../config/database-address.js';

/** Milliseconds that each of several hosts has to let us in and to say whether it takes writes. */
const ANSWER_WITHIN_MS = 2_000;

const QUESTION = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

/** A server answers that takes no writes. It looks like an error of the database, of whose kind it is (25006). */
class ReadOnlyServerError extends Error {
  readonly code = '25006';
  readonly severity = 'FATAL';
}

/** A callback as `pg.Pool` gives one. */
type Connected = (error: Error | null, client?: ClientBase) => void;

/** Options of a connection, of which `address` may name several hosts. */
export type DatabaseClientConfig = ClientConfig & { address: string };

/** Searches for a writable host that are under way, by address: whoever needs one meanwhile gets the same result. */
const searches = new Map<string, Promise<string>>();

/**
 * A connection that finds the server to write to when `DATABASE_URL` names several hosts: node-postgres knows a single one.
 * Every connection of the service and of its commands is one of these.
 */
export class DatabaseClient extends Client {
  private readonly address: string;

  constructor(config: DatabaseClientConfig) {
    const [first] = databaseAddress(config.address).urls;
    super({ ...config, connectionString: first });
    this.address = config.address;
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    if (!callback) return this.findHost().then(() => super.connect());
    // Called by the connection itself: a moment later it may have ended already, and nobody would listen to that.
    this.findHost().then(() => super.connect(callback), callback);
  }

  private async findHost(): Promise<void> {
    if (!databaseAddress(this.address).findsWritable) return;
    const { host, port } = new Client(await findWritable(this.address));
    Object.assign(this, { host, port });
  }
}

/**
 * The address of the first host to say that it takes writes. All are asked at once: one that is gone without a word keeps
 * nobody from finding the next.
 * @throws what the hosts say that answer, else why they do not
 */
function findWritable(address: string): Promise<string> {
  const found =
    searches.get(address) ??
    Promise.any(databaseAddress(address).urls.map(assertWritable))
      .catch((error: unknown) => {
        const { errors } = error as AggregateError;
        throw errors.find((each) => each instanceof Error && 'severity' in each) ?? errors[0];
      })
      .finally(() => searches.delete(address));
  searches.set(address, found);
  return found;
}

async function assertWritable(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'school-directory',
  });
  // One that breaks while it is not asked anything tells nobody else.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(QUESTION);
    if (rows[0]?.isReadOnly) throw new ReadOnlyServerError('The server takes no writes');
    return url;
  } finally {
    void client.end().catch(() => undefined);
  }
}
