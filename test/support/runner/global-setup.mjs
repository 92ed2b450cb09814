import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './typescript-hooks.mjs';

/** One PostgreSQL for the whole run. */
export default async function globalSetup() {
  const { startTestCluster } = await import('../database/test-cluster.ts');
  globalThis.postgres = await startTestCluster();
  // One file for each statement that the service sends: they are looked at when all is done.
  process.env.STATEMENTS_DIR ??= mkdtempSync(join(tmpdir(), 'statements-'));
  // The demo school's objects: see demo-template.ts.
  process.env.DEMO_TEMPLATE_DIR = mkdtempSync(join(tmpdir(), 'school-directory-demo-'));
  if (process.env.THROUGH_PGBOUNCER) await startPooler(globalThis.postgres.url);
}

async function startPooler(url) {
  const { startPgBouncer } = await import('../database/pgbouncer.ts');
  globalThis.pooler = await startPgBouncer(url);
  process.env.TEST_POOLER = new URL(globalThis.pooler.through(url)).host;
  process.env.TEST_POOLED_SERVER = new URL(url).host;
}
