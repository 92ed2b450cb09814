import { statfsSync } from 'node:fs';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { startThrowawayPostgres, type RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';

export const TEMPLATE = 'template_of_tests';

/** The address of a database of the run's own PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${name}`;
  return url.toString();
}

/**
 * A PostgreSQL with one migrated template, which the databases of the tests are copied from: for a whole run, or for a
 * test file that needs one which nobody else uses.
 * @param settings of PostgreSQL, in the place of ours
 */
export async function startTestCluster(settings?: Record<string, string>): Promise<RunningPostgres> {
  const postgres = await startThrowawayPostgres(inMemory(), settings);
  process.env.TEST_POSTGRES_URL = postgres.url;
  const admin = await createDataSource({ url: postgres.url, poolSize: 1 }).initialize();
  // Databases that live for seconds need nobody to look after them; those of a proof are planned for as a service's are.
  if (!process.env.FIGURES_FILE) await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.destroy();
  const template = await createDataSource({ url: databaseUrl(TEMPLATE), poolSize: 1 }).initialize();
  await template.runMigrations();
  await template.destroy();
  return postgres;
}

/** Hundreds of databases come and go: in memory, where there is enough of it. */
function inMemory(): string[] {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * 2 ** 30 ? ['/dev/shm'] : [];
  } catch {
    return [];
  }
}
