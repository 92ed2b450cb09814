import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { askDatabase } from '../../../src/platform/database/query-once.js';
import { createApp } from '../../../src/runtime/server.js';
import type { RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { ApiClient, type ApiAnswer } from '../../support/api-client.js';
import { DatabaseGate } from '../../support/database/database-gate.js';
import { pgbouncerPath, startPgBouncer, WITHOUT_PGBOUNCER } from '../../support/database/pgbouncer.js';
import { StreamingReplica } from '../../support/database/streaming-replica.js';
import { startTestCluster } from '../../support/database/test-cluster.js';
import { expectError } from '../../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * A pooler before each server, and `DATABASE_URL` names the poolers (docs/operating.md). A pooler outlives its server: it goes
 * on to let clients in.
 */

const LONG = 120_000;

const isThere = pgbouncerPath() !== null;
if (!isThere) process.stderr.write(`Skipped: ${WITHOUT_PGBOUNCER}\n`);

let cluster: RunningPostgres;
let t: TestApp;
let school: TestSchool;
let caller: TestMember;
beforeAll(async () => {
  cluster = await startTestCluster();
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
}, LONG);
afterAll(async () => {
  await t.close();
  await cluster.stop();
}, LONG);

/** The service, with a standby and the server that it follows, and a pooler before each of them. */
async function startService() {
  const replica = await StreamingReplica.start(t.databaseUrl);
  // The way of the pooler to its server, and not that of the tests.
  const gate = await DatabaseGate.before(t.databaseUrl);
  const standby = replica.urlOf(t.databaseUrl);
  const poolers = [await startPgBouncer(standby), await startPgBouncer(gate.url)];
  const hosts = poolers.map((pooler) => new URL(pooler.through(t.databaseUrl)).host);
  const databaseUrl = t.databaseUrl.replace(new URL(t.databaseUrl).host, hosts.join(','));
  const app = await createApp({ ...t.settings, databaseUrl }, t.clock);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const stop = async (): Promise<void> => {
    await app.close();
    for (const pooler of poolers) await pooler.stop();
    await gate.shut();
    await replica.stop();
  };
  return { replica, gate, standby, databaseUrl, hosts, url, api: new ApiClient(url), stop };
}

const FAULTS: [string, (gate: DatabaseGate) => Promise<void>][] = [
  ['is gone', (gate) => gate.shut()],
  [
    'says nothing any more',
    (gate) => {
      gate.swallow();
      gate.forget();
      return Promise.resolve();
    },
  ],
];

(isThere ? describe : describe.skip)('Poolers in DATABASE_URL', () => {
  it.each(FAULTS)(
    'answers 503 while the server behind its pooler %s, and goes on with the next',
    async (_what, happensTo) => {
      const service = await startService();
      const { databaseUrl, hosts, standby, replica, api } = service;
      const { host, port } = await askDatabase(databaseUrl, 'select 1');
      expect(`${host}:${port}`).toBe(hosts[1]);
      const makesList = (name: string): Promise<ApiAnswer> =>
        api.post(`/schools/${school.id}/lists`, { token: caller.token, body: { name } });
      expect((await makesList('Before')).status).toBe(201);
      await replica.catchUp(t.dataSource);
      await happensTo(service.gate);
      await replica.promote();
      const deadline = performance.now() + 30_000;
      let answer = await makesList('After');
      while (answer.status !== 201 && performance.now() < deadline) {
        expectError(answer, 503, 'unavailable');
        await delay(20);
        answer = await makesList('After');
      }
      expect(answer.status).toBe(201);
      const names = 'select array_agg(distinct name order by name) as names from lists';
      expect((await askDatabase(standby, names)).row).toEqual({ names: ['After', 'Before'] });
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.stop();
    },
    LONG,
  );
});
