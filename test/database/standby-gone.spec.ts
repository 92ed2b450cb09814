import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../../src/cli/doctor/check.js';
import type { RunningPostgres } from '../../src/dev/embedded/embedded-postgres.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import type { ApiAnswer } from '../support/api-client.js';
import { startTestCluster } from '../support/database/test-cluster.js';
import { expectError } from '../support/errors.js';
import { types } from '../support/processes/operator.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/*
 * A database whose synchronous standby is gone: a commit waits for it, and neither a timeout nor the end of its connection
 * ends that. On a server of its own, of which the settings are changed.
 */

const LONG = 120_000;

let cluster: RunningPostgres;
let t: TestApp;
let school: TestSchool;
let caller: TestMember;
let student: string;
const env = { ...process.env };
beforeAll(async () => {
  cluster = await startTestCluster();
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
  student = (await school.student()).id;
  await commitDurably();
}, LONG);
afterEach(async () => {
  await configure('synchronous_standby_names', '');
  await untilReadiness(200);
});
afterAll(async () => {
  await t.close();
  await cluster.stop();
  Object.assign(process.env, env);
}, LONG);

/** As a server does that is not there for tests alone; for new connections. */
async function commitDurably(): Promise<void> {
  const name = new URL(t.databaseUrl).pathname.slice(1);
  await t.dataSource.query(`alter database ${name} set synchronous_commit = on`);
  await t.dataSource.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  await untilReadiness(200);
}

async function configure(setting: string, value: string): Promise<void> {
  await t.dataSource.query(`alter system set ${setting} = '${value}'`);
  await t.dataSource.query('select pg_reload_conf()');
}

/** Each commit waits for a standby, and there is none. Returns when one commit waits: the server takes its time to hear of it. */
async function loseStandby(): Promise<void> {
  await configure('synchronous_standby_names', '*');
  while ((await waitingCommits()) === 0) {
    const commit = createDataSource({ url: t.databaseUrl, poolSize: 1 });
    await commit.initialize();
    await Promise.race([
      commit.query(`select pg_logical_emit_message(true, 'tests', '')`).finally(() => commit.destroy()),
      delay(100),
    ]);
  }
}

async function untilReadiness(expected: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  const readiness = async (): Promise<number> => (await fetch(`${t.url}/readyz`)).status;
  while ((await readiness()) !== expected && performance.now() < deadline) await delay(50);
  expect(await readiness()).toBe(expected);
}

const makesList = (name: string): Promise<ApiAnswer> =>
  t.api.post(`/schools/${school.id}/lists`, {
    token: caller.token,
    headers: { 'Idempotency-Key': name },
    body: { name },
  });

async function waitingCommits(): Promise<number> {
  const [row] = await t.dataSource.query<[{ count: number }]>(
    `select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`,
  );
  return row.count;
}

function expectUnavailable(answer: ApiAnswer): void {
  expectError(answer, 503, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('1');
}

describe('A synchronous standby that is gone', () => {
  it(
    'refuses writes, answers reads, lets few commits wait, and repeats none of them',
    async () => {
      await loseStandby();
      const names = Array.from({ length: 3 * t.settings.databasePoolSize }, () => randomUUID());
      const writes = names.map(makesList);
      const read = async (): Promise<number> =>
        (await t.api.get(`/schools/${school.id}/students`, { token: caller.token })).status;
      expect(await read()).toBe(200);
      for (const answer of await Promise.all(writes)) expectUnavailable(answer);
      await untilReadiness(503);
      const waiting = await waitingCommits();
      // One of them is the test's own.
      expect([waiting > 1, waiting <= 1 + t.settings.databasePoolSize]).toEqual([true, true]);
      // Those that come later wait for nothing, with a key or without.
      for (const answer of await Promise.all(names.map(makesList))) expectUnavailable(answer);
      expectUnavailable(
        await t.api.put(`/students/${student}/note`, { token: caller.token, body: { body: 'A' } }),
      );
      expect([await read(), await waitingCommits()]).toEqual([200, waiting]);
      await configure('synchronous_standby_names', '');
      await untilReadiness(200);
      for (const answer of await Promise.all(names.map(makesList))) expect(answer.status).toBe(201);
      const [lists] = await t.dataSource.query<unknown[]>(
        'select count(*)::int as rows, count(distinct name)::int as names from lists where name = any ($1)',
        [names],
      );
      expect(lists).toEqual({ rows: names.length, names: names.length });
    },
    LONG,
  );

  it(
    'lets a member read a notice for the first time, which stays unread',
    async () => {
      const { token } = await school.admin();
      const expiresAt = new Date(t.clock.now().getTime() + 24 * 3_600_000).toISOString();
      const body = { title: 'Storm', body: '<p>Stay at home.</p>', expires_at: expiresAt, attachments: [] };
      const { body: notice } = await t.api.post(`/schools/${school.id}/notices`, { token, body });
      const read = () => t.api.get(`/schools/${school.id}/notices/${notice.id}`, { token: caller.token });
      await loseStandby();
      for (const answer of [await read(), await read()])
        expect([answer.status, answer.body.title, answer.body.read]).toEqual([200, 'Storm', false]);
      await configure('synchronous_standby_names', '');
      await untilReadiness(200);
      expect((await read()).body.read).toBe(true);
    },
    LONG,
  );

  it(
    'fails in doctor, which waits for no commit',
    async () => {
      await loseStandby();
      const { databaseUrl, signingKey } = t.settings;
      Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SIGNING_KEY: signingKey });
      const { json, status } = await types(['doctor', '--json']);
      expect(status).toBe(1);
      expect((json as { checks: Check[] }).checks).toContainEqual({
        name: 'DATABASE_URL',
        status: 'failed',
        message: expect.stringContaining('No synchronous standby confirms commits (standbys connected: 0'),
        remedy: expect.stringContaining('Start the standby again.'),
      });
      expect(await waitingCommits()).toBe(1);
    },
    LONG,
  );
});
