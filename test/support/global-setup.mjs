import 'reflect-metadata';
import { statfsSync } from 'node:fs';
import './typescript-hooks.mjs';

/** One PostgreSQL for the whole run, with one migrated template that every test file's database is copied from. */
export default async function globalSetup() {
  const { startThrowawayPostgres } = await import('../../src/database/embedded/embedded-postgres.ts');
  const { createDataSource } = await import('../../src/database/data-source.ts');
  const { databaseUrl, TEMPLATE } = await import('./test-cluster.ts');

  const postgres = await startThrowawayPostgres(inMemory());
  globalThis.postgres = postgres;
  process.env.TEST_POSTGRES_URL = postgres.url;
  const admin = await createDataSource({ url: postgres.url, poolSize: 1 }).initialize();
  // Databases that live for seconds need nobody to look after them.
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${TEMPLATE}`);
  await admin.destroy();
  const template = await createDataSource({ url: databaseUrl(TEMPLATE), poolSize: 1 }).initialize();
  await template.runMigrations();
  await template.destroy();
  if (process.env.THROUGH_PGBOUNCER) await startPooler(postgres.url);
}

async function startPooler(url) {
  const { startPgBouncer } = await import('./pgbouncer.ts');
  globalThis.pooler = await startPgBouncer(url);
  process.env.TEST_POOLER = new URL(globalThis.pooler.through(url)).host;
}

/** Hundreds of databases come and go: in memory, where there is enough of it. */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * 2 ** 30 ? ['/dev/shm'] : [];
  } catch {
    return [];
  }
}
