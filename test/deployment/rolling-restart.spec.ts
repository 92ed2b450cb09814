import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { freePort, startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { describeBehindProxy, startProxy, type Proxy } from './proxy.js';

/** How often each process is stopped and started again; more by ROLLING_RESTARTS. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 1);
const CLIENTS = 6;

describeBehindProxy('two processes behind the proxy', () => {
  let t: TestApp;
  let school: TestSchool;
  let caller: TestMember;
  let ports: [number, number];
  let processes: ServiceProcess[];
  let proxy: Proxy;

  const start = (port: number): Promise<ServiceProcess> =>
    startServiceProcess({
      PORT: String(port),
      DATABASE_URL: t.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
    });

  beforeAll(async () => {
    t = await startTestApp();
    school = await aSchool(t);
    caller = await school.parent();
    ports = [await freePort(), await freePort()];
    processes = [await start(ports[0]), await start(ports[1])];
    proxy = await startProxy(ports);
  }, 120_000);
  afterAll(async () => {
    await proxy.stop();
    for (const each of processes) await each.stop();
    await t.close();
  });

  it(
    'are restarted one after the other, and no request fails',
    async () => {
      let isOver = false;
      const api = new ApiClient(proxy.url);
      const statuses: number[] = [];
      const client = async (number: number): Promise<void> => {
        for (let at = 0; !isOver; at++) {
          const body = { name: `List ${number}-${at}` };
          const path = `/schools/${school.id}/lists`;
          statuses.push((await api.send('POST', path, { token: caller.token, body })).status);
          statuses.push((await api.get('/me', { token: caller.token })).status);
        }
      };
      const load = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      for (let round = 0; round < RESTARTS; round++)
        for (const at of [0, 1] as const) {
          expect(await processes[at]!.stop()).toBe(0);
          processes[at] = await start(ports[at]);
          // The proxy asks for readiness twice before it trusts a process again.
          await new Promise((resolve) => setTimeout(resolve, 1_500));
        }
      isOver = true;
      await load;
      const failed = statuses.filter((status) => status !== 200 && status !== 201);
      expect(failed).toEqual([]);
      const [{ count }] = await t.dataSource.query('select count(*)::int from lists');
      expect(count).toBe(statuses.filter((status) => status === 201).length);
      process.stdout.write(`${statuses.length} requests over ${2 * RESTARTS} restarts, none failed\n`);
    },
    60_000 + RESTARTS * 30_000,
  );
});
