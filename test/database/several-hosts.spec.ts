import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RunningPostgres } from '../../src/dev/embedded/embedded-postgres.js';
import { withDatabaseName } from '../../src/platform/config/database-address.js';
import { assertUsable } from '../../src/platform/database/database-preflight.js';
import { askDatabase, queryOnce } from '../../src/platform/database/query-once.js';
import { migrationState } from '../../src/platform/database/migrate.js';
import { createApp } from '../../src/runtime/server.js';
import { ApiClient, type ApiAnswer } from '../support/api-client.js';
import { DatabaseGate } from '../support/database/database-gate.js';
import { StreamingReplica } from '../support/database/streaming-replica.js';
import { startTestCluster } from '../support/database/test-cluster.js';
import { expectError } from '../support/errors.js';
import { types } from '../support/processes/operator.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/* Operations section 3: `DATABASE_URL` with several hosts. On a server of its own, which is set read-only as a whole. */

const LONG = 120_000;

let cluster: RunningPostgres;
let t: TestApp;
let replica: StreamingReplica;
/** A host that lets everybody in and says nothing. */
let silent: DatabaseGate;
let app: NestExpressApplication;
let api: ApiClient;
let school: TestSchool;
let caller: TestMember;
const env = { ...process.env };
beforeAll(async () => {
  cluster = await startTestCluster();
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
  replica = await StreamingReplica.start(t.databaseUrl);
  await replica.catchUp(t.dataSource);
  silent = await DatabaseGate.before(t.databaseUrl);
  silent.swallow();
  app = await createApp({ ...t.settings, databaseUrl: several(standby(), primary()) }, t.clock);
  await app.listen(0, '127.0.0.1');
  api = new ApiClient(await app.getUrl());
}, LONG);
afterAll(async () => {
  await app.close();
  await silent.shut();
  await replica.stop();
  await setReadOnly('off');
  await t.close();
  await cluster.stop();
  Object.assign(process.env, env);
}, LONG);

const hostOf = (url: string): string => new URL(url).host;
const primary = (): string => hostOf(t.databaseUrl);
const standby = (): string => hostOf(replica.urlOf(t.databaseUrl));

/** The database of the tests, at these hosts. */
function several(...hosts: string[]): string {
  const url = t.databaseUrl.replace(primary(), hosts.join(','));
  return `${url}?target_session_attrs=read-write`;
}

const foundAt = async (...hosts: string[]): Promise<string> => {
  const { host, port } = await askDatabase(several(...hosts), 'select 1');
  return `${host}:${port}`;
};

/** Of the first server as a whole. Its connections hear of it one by one. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await t.dataSource.query(`alter system set default_transaction_read_only = ${value}`);
  await t.dataSource.query('select pg_reload_conf()');
  const asked = `select current_setting('transaction_read_only') as value`;
  while ((await queryOnce<{ value: string }>(t.databaseUrl, asked)).value !== value) await delay(10);
}

const makesList = (name: string): Promise<ApiAnswer> =>
  api.post(`/schools/${school.id}/lists`, { token: caller.token, body: { name } });

describe('Several hosts in DATABASE_URL', () => {
  it('refuses to start when none of them takes writes, and tells no password', async () => {
    const { password } = new URL(t.databaseUrl);
    const refusal = await assertUsable(several('127.0.0.1:1', standby())).catch(String);
    expect(refusal).toContain('DATABASE_URL should name a server that takes writes among its hosts (25006).');
    expect(refusal).not.toContain(password);
    expect(await assertUsable(several('127.0.0.1:1', '127.0.0.1:2')).catch(String)).toContain(
      '(ECONNREFUSED)',
    );
  });

  it('finds the one that takes writes, wherever it stands', async () => {
    expect(await foundAt(standby(), primary())).toBe(primary());
    expect(await foundAt('127.0.0.1:1', hostOf(silent.url), standby(), primary())).toBe(primary());
    expect(await foundAt(primary())).toBe(primary());
  });

  it('serves migrations, another database of the servers, and commands', async () => {
    const url = several(standby(), primary());
    expect((await migrationState(url)).pending).toEqual([]);
    const { row } = await askDatabase<{ name: string }>(
      withDatabaseName(url, 'postgres'),
      'select current_database() as name',
    );
    expect(row.name).toBe('postgres');
    Object.assign(process.env, { DATABASE_URL: url, AUTH_SIGNING_KEY: t.settings.signingKey });
    expect((await types(['school', 'list', '--json'])).status).toBe(0);
    const { json } = await types(['doctor', '--json']);
    const { checks } = json as { checks: { name: string; message: string }[] };
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'DATABASE_URL', message: 'A write worked, and was taken back.' }),
    );
  });

  it(
    'leaves a server that has become read-only, answers 503 meanwhile, and goes on with the next',
    async () => {
      expect((await makesList('Before')).status).toBe(201);
      await replica.catchUp(t.dataSource);
      await setReadOnly('on');
      await replica.promote();
      const deadline = performance.now() + 30_000;
      let answer = await makesList('After');
      while (answer.status !== 201 && performance.now() < deadline) {
        expectError(answer, 503, 'unavailable');
        expect(answer.headers.get('retry-after')).toBe('1');
        await delay(20);
        answer = await makesList('After');
      }
      expect(answer.status).toBe(201);
      const { row } = await askDatabase(
        replica.urlOf(t.databaseUrl),
        'select array_agg(name order by name) as names from lists',
      );
      expect(row).toEqual({ names: ['After', 'Before'] });
      expect((await fetch(`${await app.getUrl()}/readyz`)).status).toBe(200);
    },
    LONG,
  );
});
