import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { createApp } from '../../../src/runtime/server.js';
import type { Check } from '../../../src/cli/doctor/check.js';
import { ApiClient } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { FullDisk } from '../../support/database/full-disk.js';
import { types } from '../../support/processes/operator.js';
import { StreamingReplica } from '../../support/database/streaming-replica.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/database/test-database.js';
import { startTestCluster } from '../../support/database/test-cluster.js';

/* Databases that answer and take no writes (operations section 2). On a server of their own: it is set read-only as a whole. */

const LONG = 120_000;

let cluster: RunningPostgres;
let t: TestApp;
let school: TestSchool;
let caller: TestMember;
let note: string;
const disk = FullDisk.mount();
if (!disk)
  process.stderr.write('Skipped: a really full disk, which only root may mount; error codes stand in\n');
const env = { ...process.env };
beforeAll(async () => {
  cluster = await startTestCluster();
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
  note = `/students/${(await school.student()).id}/note`;
}, LONG);
afterAll(async () => {
  await t.close();
  await cluster.stop();
  disk?.unmount();
  Object.assign(process.env, env);
}, LONG);

const readiness = async (url = t.url): Promise<number> => (await fetch(`${url}/readyz`)).status;

/** A look at what the database takes may be some seconds old. */
async function untilReadiness(expected: number, url = t.url): Promise<void> {
  const deadline = performance.now() + 30_000;
  while ((await readiness(url)) !== expected && performance.now() < deadline) await delay(50);
  expect(await readiness(url)).toBe(expected);
}

const writeNote = (api = t.api) => api.put(note, { token: caller.token, body: { body: 'Lost' } });
const readNote = (api = t.api) => api.get(note, { token: caller.token });

/** What `doctor` says is wrong with the database at this address. */
async function doctorOf(databaseUrl: string): Promise<Check[]> {
  const { signingKey, databasePoolSize } = t.settings;
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    AUTH_SIGNING_KEY: signingKey,
    DATABASE_POOL_SIZE: String(databasePoolSize),
  });
  const { json, status } = await types(['doctor', '--json']);
  expect(status).toBe(1);
  return (json as { checks: Check[] }).checks.filter(
    ({ name, status: one }) => name === 'DATABASE_URL' && one === 'failed',
  );
}

async function withoutWrites(api = t.api): Promise<void> {
  const answer = await writeNote(api);
  expectError(answer, 503, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('1');
}

const READ_ONLY = {
  name: 'DATABASE_URL',
  status: 'failed',
  message: 'The database takes no writes (25006).',
  remedy: expect.stringContaining('Name the primary in DATABASE_URL'),
};

const FULL = {
  ...READ_ONLY,
  message: 'The disk of the database is full (53100).',
  remedy: expect.stringContaining('Make room'),
};

describe('A server that is set read-only', () => {
  it('reports not ready, refuses writes as 503, answers reads, and is back without a restart', async () => {
    const set = async (value: string): Promise<void> => {
      await t.dataSource.query(`alter system set default_transaction_read_only = ${value}`);
      await t.dataSource.query('select pg_reload_conf()');
    };
    await untilReadiness(200);
    await set('on');
    await untilReadiness(503);
    await withoutWrites();
    expect((await readNote()).status).toBe(200);
    expect(await doctorOf(t.databaseUrl)).toEqual([READ_ONLY]);
    await set('off');
    await untilReadiness(200);
    expect((await writeNote()).status).toBe(200);
  });
});

describe('A database that is set read-only', () => {
  it('reports not ready although older connections may still write', async () => {
    const name = new URL(t.databaseUrl).pathname.slice(1);
    await untilReadiness(200);
    await t.dataSource.query(`alter database ${name} set default_transaction_read_only = on`);
    await untilReadiness(503);
    expect(await doctorOf(t.databaseUrl)).toEqual([READ_ONLY]);
    await t.dataSource.query(`alter database ${name} reset default_transaction_read_only`);
    await untilReadiness(200);
  });
});

describe('A standby', () => {
  it(
    'reports not ready, refuses writes as 503 and answers reads',
    async () => {
      const replica = await StreamingReplica.start(t.databaseUrl);
      await replica.catchUp(t.dataSource);
      const url = replica.urlOf(t.databaseUrl);
      const app = await createApp({ ...t.settings, databaseUrl: url }, t.clock);
      await app.listen(0, '127.0.0.1');
      const api = new ApiClient(await app.getUrl());
      expect(await readiness(await app.getUrl())).toBe(503);
      await withoutWrites(api);
      expect((await readNote(api)).status).toBe(200);
      expect(await doctorOf(url)).toEqual([READ_ONLY]);
      await app.close();
      await replica.stop();
    },
    LONG,
  );
});

(disk ? describe : describe.skip)('A full disk', () => {
  it(
    'reports not ready, refuses writes as 503, and is back when there is room',
    async () => {
      const other = await createTestDatabase();
      await other.dataSource.destroy();
      await disk!.take(t.dataSource, new URL(other.url).pathname.slice(1));
      const app = await createApp({ ...t.settings, databaseUrl: other.url }, t.clock);
      await app.listen(0, '127.0.0.1');
      const url = await app.getUrl();
      await untilReadiness(200, url);
      disk!.fill();
      await untilReadiness(503, url);
      expect(await doctorOf(other.url)).toEqual([FULL]);
      disk!.empty();
      await untilReadiness(200, url);
      await app.close();
    },
    LONG,
  );
});

describe('A write that the database refuses for now', () => {
  afterEach(() => t.dataSource.query('drop function refuse() cascade'));

  it.each(['25006', '53000', '53100', '53200', '53300', '57014', '57P01', '57P03', '58000', '58030'])(
    'gets 503 with SQLSTATE %s',
    async (sqlState) => {
      await t.dataSource.query(`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '${sqlState}'; end $$`);
      await t.dataSource.query(
        'create trigger refuse before insert or update on notes for each row execute function refuse()',
      );
      await withoutWrites();
    },
  );
});
