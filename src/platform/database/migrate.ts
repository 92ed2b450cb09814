import { OperatorError } from '../errors/operator.error.js';
import { setTimeout as delay } from 'node:timers/promises';
import { AbstractLogger, type DataSource, type QueryRunner } from 'typeorm';
import { isLockTimeout } from '../errors/postgres-errors.js';
import { appendCommand } from '../audit/audit-trail.repository.js';
import { MIGRATION_LOCK } from './advisory-locks.js';
import { createDataSource, type DatabaseSettings } from './data-source.js';
import { MIGRATIONS } from './migrations.js';

/**
 * Keeps which migration was not made. TypeORM's own writes to standard output, where nothing but the result of a command
 * belongs, and tells the driver's message, which may quote data.
 */
export class MigrationLog extends AbstractLogger {
  last = '';

  override logMigration(message: string): void {
    this.last = message.replace(/, error:.*/s, '.');
  }

  protected override writeLog(): void {
    // Queries and the like: nobody has asked.
  }
}

/**
 * Milliseconds. A change of a table waits for all who use it, and everybody who comes later waits behind it. So it
 * waits briefly, lets them pass, and comes again.
 */
const LOCK_TIMEOUT_MS = 100;
const PAUSE_MS = { first: 250, longest: 2_000 };
/** Milliseconds between two looks whether another process is done with the migrations. */
const TURN_MS = 100;

const WAITING = 'A transaction uses the tables to be changed: trying again until it has ended.\n';

export interface MigrationState {
  /** Names, oldest first. */
  applied: string[];
  pending: string[];
}

/** The tables are not those of this version; the message is the one line for the operator. */
export class NotMigratedError extends OperatorError {
  constructor() {
    super('The database is not migrated: run the command "db migrate".');
  }
}

/**
 * Applies what is missing, while the service runs on; processes that start at once do it one after another.
 * @returns the names of what this call applied
 */
export const migrate = (url: string): Promise<string[]> =>
  withLock(url, async (dataSource, log) => {
    const before = await appliedNames(dataSource);
    await patiently(log, () => dataSource.runMigrations());
    return (await appliedNames(dataSource)).filter((name) => !before.includes(name));
  });

/**
 * Takes back the newest migration.
 * @returns what is applied after that
 */
export const revertLastMigration = (url: string): Promise<MigrationState> =>
  withLock(url, async (dataSource, log) => {
    await patiently(log, () => dataSource.undoLastMigration());
    return stateOf(dataSource);
  });

/**
 * Brings a database that holds nothing to exactly these migrations, the oldest of those that we know: forward or back.
 */
export const migrateEmptyTo = (url: string, names: string[]): Promise<void> =>
  withLock(url, async (dataSource) => {
    const beyond = (await appliedNames(dataSource)).filter((name) => !names.includes(name));
    for (let left = beyond.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    const wanted = MIGRATIONS.filter(({ name }) => names.includes(name));
    const upTo = await toMigrate({ url, poolSize: 1 }).setOptions({ migrations: wanted }).initialize();
    await upTo.runMigrations().finally(() => upTo.destroy());
  });

/** State at this moment; it does not wait for a running migration. */
export async function migrationState(url: string): Promise<MigrationState> {
  const dataSource = await toMigrate({ url, poolSize: 1 }).initialize();
  return stateOf(dataSource).finally(() => dataSource.destroy());
}

/**
 * Refuses to start while a migration is missing. Migrations of a newer version do not matter: they leave us working.
 * @throws NotMigratedError when something is missing
 */
export async function assertMigrated(url: string): Promise<void> {
  if ((await migrationState(url)).pending.length > 0) throw new NotMigratedError();
}

/** Names of applied migrations that this version does not know: a newer one has made them. */
export async function migrationsOfNewer(dataSource: DataSource): Promise<string[]> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  return (await appliedNames(dataSource)).filter((name) => !known.has(name));
}

/** For a command that uses the database without the services. */
export async function recordCommand(url: string): Promise<void> {
  const dataSource = await toMigrate({ url, poolSize: 1 }).initialize();
  await appendCommand(dataSource).finally(() => dataSource.destroy());
}

/** Migrations speak SQL: to describe the entities takes longer than all that is asked here. */
const toMigrate = (settings: DatabaseSettings): DataSource =>
  createDataSource(settings).setOptions({ entities: [] });

async function withLock<T>(
  url: string,
  work: (dataSource: DataSource, log: MigrationLog) => Promise<T>,
): Promise<T> {
  const settings = { url, poolSize: 2, lockTimeoutMs: LOCK_TIMEOUT_MS };
  const logger = new MigrationLog();
  const dataSource = await toMigrate(settings).setOptions({ logger }).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    // Asked for and not waited for: whoever waits in the database holds up an index that is built concurrently.
    while (!(await isOurTurn(lock))) await delay(TURN_MS);
    return await work(dataSource, logger);
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction().catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

/**
 * Held by a transaction: behind a pooler nothing else stays with one connection of the server. Who waits has none. Asked
 * without parameters: a statement with some would keep its snapshot, for whose end an index that is built concurrently waits.
 */
async function isOurTurn(lock: QueryRunner): Promise<boolean> {
  await lock.startTransaction();
  await lock.query('set local idle_in_transaction_session_timeout = 0');
  const [row] = await lock.manager.query<[{ taken: boolean }]>(
    `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`,
  );
  if (!row.taken) await lock.rollbackTransaction();
  return row.taken;
}

/**
 * Repeats work on migrations. Every migration is one transaction: a failed one has changed nothing, and a finished one is
 * not repeated.
 */
async function patiently(log: MigrationLog, work: () => Promise<unknown>): Promise<void> {
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) {
        if (log.last) process.stderr.write(`${log.last}\n`);
        throw error;
      }
    }
    if (pause === 2 * PAUSE_MS.first) process.stderr.write(WAITING);
    await delay(pause);
  }
}

async function stateOf(dataSource: DataSource): Promise<MigrationState> {
  const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const done = new Set(await appliedNames(dataSource));
  return {
    applied: known.filter((name) => done.has(name)),
    pending: known.filter((name) => !done.has(name)),
  };
}

async function appliedNames(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ there: boolean }[]>(
    `select to_regclass('migrations') is not null as there`,
  );
  if (!table?.there) return [];
  return (await dataSource.query<{ name: string }[]>('select name from migrations order by id')).map(
    (row) => row.name,
  );
}
