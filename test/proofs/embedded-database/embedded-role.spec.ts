import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addressOf, openCluster, SERVICE_ROLE } from '../../../src/dev/embedded/cluster.js';
import { locateCluster } from '../../../src/dev/embedded/cluster-location.js';
import { startEmbeddedPostgres, type RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { PostgresServer } from '../../../src/dev/embedded/postgres-server.js';
import { migrate, migrationState, revertLastMigration } from '../../../src/platform/database/migrate.js';
import { makeMonths, dropMonthsBefore } from '../../../src/platform/database/monthly-partitions.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { types } from '../../support/processes/operator.js';
import { testSigningKey } from '../../support/test-app.js';

/*
 * The database that the product brings along: whoever gets the service to send a statement of theirs reads no file of the
 * machine by it, runs no program, and makes nobody a superuser.
 */

const folders: string[] = [];
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-role-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const start = (dataDir: string): Promise<RunningPostgres> =>
  startEmbeddedPostgres({ dataDir, holder: 'command', warn: () => undefined });

const refusal = (url: string, sql: string): Promise<string> =>
  withClient(url, (client) =>
    client.query(sql).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'unknown',
    ),
  );

const FOREIGN = `
  select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner <> '${SERVICE_ROLE}'::regrole
  union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proowner <> '${SERVICE_ROLE}'::regrole`;

describe('the role that the service has in the embedded database', () => {
  const dataDir = aFolder();
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await start(dataDir);
    await migrate(postgres.url);
  }, 120_000);
  afterAll(() => postgres.stop());

  it('holds no superuser’s rights, and can neither make roles nor databases nor replicate', async () => {
    const { rows } = await withClient(postgres.url, (client) =>
      client.query(
        `select current_user as role, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           (select count(*)::int from pg_auth_members where member = r.oid) as roles
         from pg_roles r where rolname = current_user`,
      ),
    );
    expect(rows).toEqual([
      {
        ...{ role: SERVICE_ROLE, rolsuper: false, rolcreaterole: false, rolcreatedb: false },
        ...{ rolreplication: false, rolbypassrls: false, roles: 0 },
      },
    ]);
  });

  it.each([
    [`select pg_read_file('/etc/passwd')`],
    [`select pg_ls_dir('/')`],
    [`copy (select 1) to program 'true'`],
    [`copy (select 1) to '/tmp/written'`],
    [`create temp table lines (line text); copy lines from '/etc/passwd'`],
    [`select lo_import('/etc/passwd')`],
    [`alter system set log_statement = 'all'`],
    [`set session_replication_role = replica`],
    [`set role school_directory`],
    [`alter role ${SERVICE_ROLE} superuser`],
    [`create role another superuser`],
    [`create function f() returns int language c as 'libc', 'getpid'`],
    [`create extension file_fdw`],
  ])('gets a refusal: %s', async (sql) => {
    expect(await refusal(postgres.url, sql)).toMatch(/^(42501|22023)$/);
  });

  it('stands in the file that says the address, and the superuser’s password does not', () => {
    const address = readFileSync(join(dataDir, 'database-url'), 'utf8');
    expect(address).toContain(`postgresql://${SERVICE_ROLE}:`);
    expect(statSync(join(dataDir, 'database-url')).mode & 0o777).toBe(0o600);
  });

  it('migrates there and back, makes and drops months, and owns all of it', async () => {
    const before = await migrationState(postgres.url);
    await revertLastMigration(postgres.url);
    await migrate(postgres.url);
    expect(await migrationState(postgres.url)).toEqual(before);
    const dataSource = await createDataSource({ url: postgres.url, poolSize: 1 }).initialize();
    await makeMonths(dataSource.manager, 'disclosures', [new Date('2020-05-01T00:00:00Z')]);
    const dropped = await dropMonthsBefore(
      dataSource.manager,
      'disclosures',
      new Date('2020-07-01T00:00:00Z'),
    );
    expect(dropped).toContain('disclosures_2020_05');
    expect(await dataSource.query(FOREIGN)).toEqual([]);
    await dataSource.destroy();
  });

  it('backs up and restores', async () => {
    Object.assign(process.env, { AUTH_SIGNING_KEY: testSigningKey(), DATA_DIR: aFolder() });
    process.env.DATABASE_URL = postgres.url;
    const made = await types([
      ...['school', 'create', '--short-name', 'lincoln', '--name', 'Lincoln', '--time-zone', 'UTC', '--json'],
    ]);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const file = join(aFolder(), 'a.backup');
    expect(await types(['backup', file, '--json'])).toMatchObject({ status: 0, stderr: '' });
    const other = await start(aFolder());
    process.env.DATABASE_URL = other.url;
    const restored = await types(['restore', file, '--into-empty', '--json']);
    expect(restored).toMatchObject({ status: 0, stderr: '', json: { tables: { schools: 1 } } });
    expect((await types(['doctor', '--json'])).json.checks).toContainEqual(
      expect.objectContaining({ name: 'DATABASE_URL', message: 'A write worked, and was taken back.' }),
    );
    await other.stop();
  }, 60_000);
});

describe('a data folder of the version before', () => {
  it('comes over at the start, with all that is in it', async () => {
    const dataDir = aFolder();
    const place = locateCluster(dataDir, () => undefined);
    const cluster = await openCluster(place, { spare: dataDir, throwaway: false });
    // As that version did: everybody came as the superuser.
    const before = await PostgresServer.start({ ...cluster, servicePassword: null }, () => undefined);
    await migrate(before.url);
    await withClient(before.url, (client) =>
      client.query(
        `insert into applications (id, name, secret_hash, created_at) values (gen_random_uuid(), 'Old', 'x', now())`,
      ),
    );
    expect(new URL(before.url).username).toBe(new URL(addressOf(cluster, 1)).username);
    await before.stop();
    const after = await start(dataDir);
    await withClient(after.url, async (client) => {
      expect((await client.query(FOREIGN)).rows).toEqual([]);
      expect((await client.query('select name from applications')).rows).toEqual([{ name: 'Old' }]);
      await client.query('alter table applications add column of_the_role text');
    });
    expect(await refusal(after.url, `select pg_read_file('/etc/passwd')`)).toBe('42501');
    await after.stop();
    // Again, when there is nothing left to take over, with another password.
    const again = await start(dataDir);
    expect(new URL(again.url).password).not.toBe(new URL(after.url).password);
    await again.stop();
  }, 120_000);
});
