import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { MIGRATION_LOCK } from '../../../src/platform/database/advisory-locks.js';
import { migrate, migrateEmptyTo, migrationState } from '../../../src/platform/database/migrate.js';
import { figure } from '../../support/proofs/figures.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { LockWatch } from './lock-watch.js';

/** In the whole proof the wait is bounded, too: UPGRADES as for upgrade.spec.ts. */
const isWhole = process.env.UPGRADES !== undefined;
const BOUND_MS = 200;
/** The newest migration that the tables have: the next one changes a table that others use. */
const LEVEL = 'SigningIn1796600000000';
/** Milliseconds in which it comes again a few times. */
const LOOK_ON_MS = isWhole ? 8_000 : 1_000;
/** Milliseconds after which a request is taken to hang. */
const HANGS_MS = 20_000;

let t: TestApp;
let other: QueryRunner;
let pending: string[];

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  const { applied } = await migrationState(t.databaseUrl);
  await migrateEmptyTo(t.databaseUrl, applied.slice(0, applied.indexOf(LEVEL) + 1));
  ({ pending } = await migrationState(t.databaseUrl));
  other = t.dataSource.createQueryRunner();
});
afterEach(async () => {
  if (other.isTransactionActive) await other.rollbackTransaction();
  await other.release();
});

/** As an import that takes its time does. @returns their names */
async function useEveryTable(): Promise<string[]> {
  await other.startTransaction();
  const tables = await other.manager.query<{ name: string }[]>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  );
  const names = tables.map(({ name }) => name);
  await other.query(`lock table ${names.join(', ')} in row exclusive mode`);
  return names;
}

/**
 * Takes the locks of a write and of a read, as the version before does, which serves while this one migrates. The API of this one
 * knows the tables of the newest migration alone.
 */
async function use(table: string): Promise<'answered' | 'hangs'> {
  const answer = t.dataSource.query(`delete from ${table} where false`);
  return Promise.race([
    answer.then(() => 'answered' as const),
    delay(HANGS_MS, 'hangs' as const, { ref: false }),
  ]);
}

describe('A migration that has to wait for a long transaction', () => {
  it('lets requests pass, and is made when that has ended', async () => {
    const tables = await useEveryTable();
    const watch = await LockWatch.on(t.databaseUrl);
    let isMade = false;
    const made = migrate(t.databaseUrl).finally(() => (isMade = true));
    const statuses = new Set<'answered' | 'hangs'>();
    const begun = performance.now();
    const hasTried = (): boolean => watch.hasSeenMigrationWait && performance.now() - begun > LOOK_ON_MS;
    while (!hasTried() && performance.now() - begun < HANGS_MS && !statuses.has('hangs'))
      for (const table of tables) statuses.add(await use(table));
    expect([...statuses]).toEqual(['answered']);
    expect([watch.hasSeenMigrationWait, isMade]).toEqual([true, false]);
    await other.commitTransaction();
    expect(await made).toEqual(pending);
    await watch.stop();
    expect((await migrationState(t.databaseUrl)).pending).toEqual([]);
    figure(
      'Longest wait of a request behind a migration that waits for a long transaction, milliseconds',
      Math.ceil(watch.longestWait),
      `<= ${BOUND_MS}`,
    );
    if (isWhole) expect(watch.longestWait).toBeLessThanOrEqual(BOUND_MS);
  }, 60_000);
});

describe('Who wants to migrate while another does', () => {
  beforeEach(() => other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]));

  it('waits for its turn, and finds nothing left to do', async () => {
    let isOver = false;
    const both = Promise.all([migrate(t.databaseUrl), migrate(t.databaseUrl)]).finally(() => (isOver = true));
    // The state is told meanwhile.
    expect((await migrationState(t.databaseUrl)).pending).toEqual(pending);
    expect(isOver).toBe(false);
    await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    const [one, two] = await both;
    expect([...one, ...two]).toEqual(pending);
    expect([one.length, two.length]).toContain(0);
  }, 60_000);

  it('holds up no index that is built concurrently', async () => {
    const next = migrate(t.databaseUrl);
    const connections = `select count(*)::int as n from pg_stat_activity where query like '%advisory%' and pid <> pg_backend_pid()`;
    for (let n = 0; n < 2; await delay(20)) [{ n }] = await t.dataSource.query(connections);
    const built = other.query('create index concurrently polls_title_idx on polls (title)');
    const outcome = await Promise.race([built.then(() => 'built'), delay(HANGS_MS, 'hangs', { ref: false })]);
    await t.dataSource.query(
      'select pg_terminate_backend(pid) from pg_locks where locktype = $1 and not granted',
      ['advisory'],
    );
    expect(outcome).toBe('built');
    await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    expect(await next).toEqual(pending);
  }, 60_000);
});

it('A process does not start on tables that are older than it', async () => {
  const env = {
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    MIGRATE_ON_START: 'false',
  };
  await expect(startServiceProcess(env)).rejects.toThrow(
    /:\nThe database is not migrated: run the command "db migrate"\.\n$/,
  );
}, 60_000);
