import { cpSync } from 'node:fs';
import pg from 'pg';
import { DemoSchoolService } from '../../../src/demo/demo-school.service.js';
import { startTestApp, type TestApp } from '../test-app.js';
import type { TestClock } from '../test-clock.js';
import { operatorServices } from '../operator-services.factory.js';

const DEMO_TEMPLATE = 'template_of_demo';

/** Any number that nobody else locks on. */
const LOCK = 2;

/**
 * The application with the demo school in it. The school is loaded once in a run, by whoever needs it first, and copied with
 * its objects: to load it takes seconds, whoever does it.
 * @param dataDir of the test, which puts it away
 */
export async function startAppWithDemo(dataDir: string, given: GivenToDemo = {}): Promise<TestApp> {
  await makeTemplate();
  cpSync(templateFolder(), dataDir, { recursive: true });
  const { clock, ...settings } = given;
  return startTestApp({ dataDir, ...settings }, undefined, clock, DEMO_TEMPLATE);
}

interface GivenToDemo {
  signingKey?: string;
  clock?: TestClock;
}

/** Made by the global setup, which knows when the run is over. */
const templateFolder = (): string => process.env.DEMO_TEMPLATE_DIR ?? '';

async function makeTemplate(): Promise<void> {
  const admin = new pg.Client(process.env.TEST_POSTGRES_URL);
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    const { rows } = await admin.query('select from pg_database where datname = $1', [DEMO_TEMPLATE]);
    if (rows.length > 0) return;
    const loaded = await loadedDatabase();
    // A pooler keeps its connections for a while.
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [loaded]);
    await admin.query(`alter database ${loaded} rename to ${DEMO_TEMPLATE}`);
  } finally {
    await admin.end();
  }
}

/** @returns the name of a database that nobody uses any more */
async function loadedDatabase(): Promise<string> {
  const t = await startTestApp({ dataDir: templateFolder() });
  const context = await operatorServices(t.settings);
  await context.get(DemoSchoolService).load();
  await context.close();
  await t.app.close();
  await t.dataSource.destroy();
  return new URL(t.databaseUrl).pathname.slice(1);
}
