import type { DataSource } from 'typeorm';
import { MIGRATION_LOCK } from './advisory-locks.js';
import { createDataSource } from './data-source.js';
import { MIGRATIONS } from './migrations.js';

export interface MigrationState {
  /** Names, oldest first. */
  applied: string[];
  pending: string[];
}

/**
 * Applies what is missing; processes that start at once do it one after another.
 * @returns the names of what this call applied
 */
export const migrate = (url: string): Promise<string[]> =>
  withLock(url, async (dataSource) => (await dataSource.runMigrations()).map((migration) => migration.name));

/**
 * Takes back the newest migration.
 * @returns what is applied after that
 */
export const revertLastMigration = (url: string): Promise<MigrationState> =>
  withLock(url, async (dataSource) => {
    await dataSource.undoLastMigration();
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
    const upTo = await createDataSource({ url, poolSize: 1 }).setOptions({ migrations: wanted }).initialize();
    await upTo.runMigrations().finally(() => upTo.destroy());
  });

export const migrationState = (url: string): Promise<MigrationState> => withLock(url, stateOf);

async function withLock<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(dataSource);
  } finally {
    // Ending the connection gives the lock back.
    await lock.release();
    await dataSource.destroy();
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
