import 'reflect-metadata';
import './typescript-hooks.mjs';

/** One PostgreSQL for the whole run. */
export default async function globalSetup() {
  const { startTestCluster } = await import('./test-cluster.ts');
  globalThis.postgres = await startTestCluster();
  if (process.env.THROUGH_PGBOUNCER) await startPooler(globalThis.postgres.url);
}

async function startPooler(url) {
  const { startPgBouncer } = await import('./pgbouncer.ts');
  globalThis.pooler = await startPgBouncer(url);
  process.env.TEST_POOLER = new URL(globalThis.pooler.through(url)).host;
}
