import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { migrate, migrationState } from '../../../src/platform/database/migrate.js';
import { createApp } from '../../../src/runtime/server.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { WholeLife } from '../../support/whole-life.factory.js';
import { aNoticeRow } from '../../support/alerts.js';
import { ApiClient } from '../../support/api-client.js';
import { figure } from '../../support/proofs/figures.js';
import { types } from '../../support/processes/operator.js';
import {
  pgbouncerPath,
  startPgBouncer,
  WITHOUT_PGBOUNCER,
  type PgBouncer,
} from '../../support/database/pgbouncer.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const LONG = 240_000;
const ROUNDS = 5;

/** Fewer connections to the server than everybody's pool has: they change hands with each transaction. */
const SERVERS = 3;

/** But for the time at which it was asked for. */
async function readAt(api: ApiClient, path: string, token: string): Promise<[string, number, string]> {
  const { status, text } = await api.get(path, { token });
  return [path, status, text.replace(/"(generated|exported)_at":"[^"]*"/g, '')];
}

const isThere = pgbouncerPath() !== null;
if (!isThere) process.stderr.write(`Skipped: ${WITHOUT_PGBOUNCER}\n`);

(isThere ? describe : describe.skip)('Behind PgBouncer in transaction mode', () => {
  let pooler: PgBouncer;
  let t: TestApp;
  let school: TestSchool;

  beforeAll(async () => {
    pooler = await startPgBouncer(process.env.TEST_POSTGRES_URL ?? '', { servers: SERVERS });
    t = await startTestApp({}, async (url) => {
      const database = createDataSource({ url, poolSize: 1 });
      await database.initialize();
      // Whose times are not those that we write.
      await database.query(
        `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Asia/Kolkata'); end $$`,
      );
      await database.destroy();
      return pooler.through(url);
    });
    school = await aSchool(t);
  }, LONG);
  afterAll(async () => {
    await t.close();
    await pooler.stop();
  });

  it(
    'everything reads as it does without, whoever else uses the same connections',
    async () => {
      const { person, school: lived } = await WholeLife.begin(t);
      const beside = await createApp({ ...t.settings, databaseUrl: t.databaseUrl }, t.clock);
      await beside.listen(0, '127.0.0.1');
      const without = new ApiClient(await beside.getUrl());
      const paths = [
        ...['/me', '/me/export', '/me/disclosures'],
        ...[
          'students',
          'students?full=true',
          'map-markers',
          'staff',
          'menus',
          'calendar',
          'organizations',
        ].map((path) => `/schools/${lived.id}/${path}`),
        ...['documents', 'notices', 'polls', 'signups', 'permission-slips', 'features', 'lists'].map(
          (path) => `/schools/${lived.id}/${path}`,
        ),
      ];
      const read = (api: ApiClient) => Promise.all(paths.map((path) => readAt(api, path, person.token)));
      const expected = await read(without);
      expect(expected.filter(([, status]) => status === 200).length).toBeGreaterThan(12);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const found of await Promise.all([read(t.api), read(t.api)]))
          expect(found.filter((answer, at) => answer.join() !== expected[at]?.join())).toEqual([]);
      figure('Answers through PgBouncer that differ from those without', 0, '0');
      beside.getHttpServer().closeAllConnections();
      await beside.close();
    },
    LONG,
  );

  it(
    'ten places go to ten of a hundred',
    async () => {
      const crowd = await Promise.all(Array.from({ length: 100 }, () => school.parent()));
      const signup = await aSignup(t, school, { Cake: { capacity: 10 } });
      const answers = await Promise.all(crowd.map((person: TestMember) => signup.claim(person, 'Cake')));
      expect(Map.groupBy(answers, ({ status }) => status).get(201)).toHaveLength(10);
      expect(Map.groupBy(answers, ({ status }) => status).get(409)).toHaveLength(90);
    },
    LONG,
  );

  it(
    'who waits for a lock gives up in time, and nobody else is left with that time or time zone',
    async () => {
      const url = pooler.through(t.databaseUrl);
      const [hasty, other] = await Promise.all(
        [100, 0].map((lockTimeoutMs) => createDataSource({ url, poolSize: 2, lockTimeoutMs }).initialize()),
      );
      const holder = t.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query('select 1 from schools where id = $1 for update', [school.id]);
      for (let round = 0; round < SERVERS; round += 1)
        await expect(
          hasty!.transaction((manager) =>
            manager.query('select 1 from schools where id = $1 for update', [school.id]),
          ),
        ).rejects.toMatchObject({ code: '55P03' });
      await holder.rollbackTransaction();
      await holder.release();
      const seen = await Promise.all(
        Array.from({ length: 20 }, () =>
          other!.query<[object]>(
            `select current_setting('lock_timeout') as lock, current_setting('TimeZone') as zone`,
          ),
        ),
      );
      expect(new Set(seen.map(([row]) => JSON.stringify(row)))).toEqual(
        new Set(['{"lock":"0","zone":"UTC"}']),
      );
      await hasty!.destroy();
      await other!.destroy();
    },
    LONG,
  );

  describe('with a database of its own', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    const locks = async (): Promise<unknown> =>
      (
        await database.dataSource.query<[{ held: number }]>(
          `select count(*)::int as held from pg_locks where locktype = 'advisory'
             and database = (select oid from pg_database where datname = current_database())`,
        )
      )[0].held;

    it(
      'migrations are applied once, by whoever comes first, and nobody is locked out after that',
      async () => {
        const url = pooler.through(database.url);
        const { applied } = await migrationState(url);
        const newest = createDataSource({ url: database.url, poolSize: 1 });
        await newest.initialize();
        for (let back = 0; back < 2; back += 1) await newest.undoLastMigration();
        await newest.destroy();
        const made = await Promise.all([migrate(url), migrate(url), migrate(url)]);
        expect(made.flat()).toEqual(applied.slice(-2));
        expect([await migrationState(url), await locks()]).toEqual([{ applied, pending: [] }, 0]);
      },
      LONG,
    );

    it(
      'the operator can make a school, write a backup, and restore it',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'school-directory-pgbouncer-cli-'));
        const empty = await createTestDatabase();
        Object.assign(process.env, { AUTH_SIGNING_KEY: t.settings.signingKey, DATA_DIR: folder });
        const typed = async (url: string, line: string) => {
          process.env.DATABASE_URL = pooler.through(url);
          const { status, json, stderr } = await types([...line.split(' '), '--json']);
          expect([line, status, stderr]).toEqual([line, 0, '']);
          return json;
        };
        await typed(database.url, 'school create --name Elm --short-name elm --time-zone America/New_York');
        await typed(database.url, 'membership add --school elm --email ada@example.org --role parent');
        await typed(database.url, 'token issue --email ada@example.org --reason test');
        await typed(database.url, 'db revert --yes');
        await typed(database.url, 'db migrate');
        const { tables } = await typed(database.url, `backup ${folder}/elm.backup`);
        const restored = await typed(empty.url, `restore ${folder}/elm.backup --into-empty`);
        expect(restored.tables).toEqual(tables);
        expect([tables.memberships, await locks()]).toEqual([1, 0]);
        await empty.drop();
        rmSync(folder, { recursive: true });
      },
      LONG,
    );
  });

  it(
    'a service starts, does its jobs and stops',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'school-directory-pgbouncer-jobs-'));
      const family = await aSchool(t);
      const { email } = await family.parent();
      const service = await startServiceProcess({
        DATABASE_URL: pooler.through(t.databaseUrl),
        AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
      });
      const { title } = await aNoticeRow(t, family);
      const mailbox = join(folder, 'mail');
      // Others are told meanwhile of what the tests before have left.
      const mails = (): string[] =>
        (existsSync(mailbox) ? readdirSync(mailbox) : [])
          .filter((name) => name.endsWith('.eml'))
          .filter((name) => readFileSync(join(mailbox, name), 'utf8').includes(`To: ${email}`));
      for (const end = performance.now() + 60_000; mails().length === 0 && performance.now() < end;)
        await delay(100);
      expect([title, mails().length, await service.stop(), service.output()]).toEqual([title, 1, 0, '']);
      rmSync(folder, { recursive: true });
    },
    LONG,
  );
});
