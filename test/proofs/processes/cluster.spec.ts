import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { freePort } from '../../support/processes/free-port.js';
import { type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  ask,
  isThere,
  linesOf,
  plainLines,
  said,
  startCluster,
  until,
  whoAnswered,
  workersOf,
} from './a-cluster.js';

const LONG = 240_000;

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  parent = await school.parent();
}, LONG);
afterEach(async () => {
  for (const service of running.splice(0)) if (isThere(service.pid)) await service.kill();
});
afterAll(() => t.close());

async function start(env: Record<string, string> = {}, workers = 2): Promise<ServiceProcess> {
  const service = await startCluster(t, env, workers);
  running.push(service);
  return service;
}

const me = ({ url }: ServiceProcess): Promise<number> => ask(`${url}/api/v1/me`, parent.token);

/* One service, whose worker dies and which is told to stop: its three processes take seconds to start. */
describe('A service of several processes', () => {
  let service: ServiceProcess;
  let workers: number[];
  beforeAll(async () => {
    service = await startCluster(t, { TRUST_PROXY: 'true' });
    workers = workersOf(service);
  }, LONG);
  afterAll(async () => {
    if (isThere(service.pid)) await service.kill();
  });

  it(
    'answers by all of its workers, and never by the process in charge',
    async () => {
      expect(workers).toHaveLength(2);
      expect(await Promise.all(Array.from({ length: 20 }, () => me(service)))).toEqual(
        new Array(20).fill(200),
      );
      await until(() => whoAnswered(service).size === 2);
      expect([...whoAnswered(service)].sort()).toEqual(workers.sort());
      expect(said(service, 'The service is ready')).toBe(1);
      expect(service.output().match(/School Directory is running/g) ?? []).toHaveLength(0);
    },
    LONG,
  );

  it(
    'puts another worker in the place of one that dies',
    async () => {
      const [victim, other] = workers;
      process.kill(victim!, 'SIGKILL');
      await until(() => workersOf(service).length === 2 && !workersOf(service).includes(victim!));
      expect(workersOf(service)).toContain(other);
      // What it says of it may be on its way still.
      const line = 'A worker has ended; another one takes its place';
      await until(() => said(service, line) === 1);
      expect(linesOf(service)).toContainEqual(expect.objectContaining({ msg: line, pid: victim }));
      await until(async () => {
        expect(await me(service)).toBe(200);
        return workersOf(service).every((worker) => whoAnswered(service).has(worker));
      });
    },
    LONG,
  );

  it(
    'fails no request, when it stops, of those that it has been sent, nor of those that a proxy sends until it has noticed',
    async () => {
      const failures: unknown[] = [];
      let [answered, isOver] = [0, false];
      const clients = Array.from({ length: 8 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!isOver) {
          // As a proxy: it asks first, and sends nothing more to one that says no.
          if (!(await isReady(service, agent))) return agent.destroy();
          await roster(service, agent).then(
            (status) => (status === 200 ? (answered += 1) : failures.push(status)),
            (error: unknown) => failures.push(error),
          );
        }
      });
      await until(() => answered > 50);
      const last = workersOf(service);
      const code = service.stop();
      await Promise.all(clients);
      isOver = true;
      expect([await code, failures]).toEqual([0, []]);
      expect(last.filter(isThere)).toEqual([]);
      figure('Requests that failed while a service of two workers was told to stop', failures.length, '0');
    },
    LONG,
  );

  const roster = ({ url }: ServiceProcess, agent: Agent): Promise<number> =>
    ask(`${url}/api/v1/schools/${school.id}/students`, parent.token, agent);
  const isReady = async ({ url }: ServiceProcess, agent: Agent): Promise<boolean> =>
    (await ask(`${url}/readyz`, parent.token, agent)) === 200;
});

describe('RATE_LIMIT of several processes', () => {
  const LIMIT = 12;
  const times = (count: number, status: number): number[] => new Array<number>(count).fill(status);

  it(
    'counts requests of a caller over all of them',
    async () => {
      const service = await start({ RATE_LIMIT: String(LIMIT) });
      const answers = await Promise.all(Array.from({ length: 3 * LIMIT }, () => me(service)));
      expect(answers.sort()).toEqual([...times(LIMIT, 200), ...times(2 * LIMIT, 429)]);
      await until(() => whoAnswered(service).size === 2);
      const other = await school.parent();
      expect(await ask(`${service.url}/api/v1/me`, other.token)).toBe(200);
    },
    LONG,
  );

  it(
    'counts in a worker alone while the process in charge does not answer',
    async () => {
      const service = await start({ RATE_LIMIT: String(LIMIT) });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const again = (): Promise<number> => ask(`${service.url}/api/v1/me`, parent.token, agent);
      expect(await again()).toBe(200);
      process.kill(service.pid, 'SIGSTOP');
      const answers: number[] = [];
      for (let asked = 0; asked < LIMIT + 2; asked += 1) answers.push(await again());
      process.kill(service.pid, 'SIGCONT');
      agent.destroy();
      expect(answers).toEqual([...times(LIMIT, 200), 429, 429]);
    },
    LONG,
  );
});

describe('A service of several processes that goes under', () => {
  it(
    'gives up with one line when its workers end at once again and again',
    async () => {
      const service = await start();
      while (isThere(service.pid)) {
        for (const worker of workersOf(service)) process.kill(worker, 'SIGKILL');
        await delay(100);
      }
      expect(plainLines(service.output())).toEqual(['The workers end again and again (SIGKILL).']);
    },
    LONG,
  );

  it(
    'leaves nobody behind when the process in charge is killed',
    async () => {
      const service = await start();
      const workers = workersOf(service);
      await service.kill();
      await until(() => !workers.some(isThere));
      const port = Number(new URL(service.url).port);
      const next = createServer().listen(port, '127.0.0.1');
      await once(next, 'listening');
      next.close();
    },
    LONG,
  );

  it.each([
    ['PORT', 'PORT should be a free one: something listens on %s already.'],
    ['METRICS_PORT', 'METRICS_PORT should be a free one: something listens on %s already.'],
  ])(
    'refuses to start, and says so in one line, where %s is taken',
    async (name, line) => {
      const port = await freePort();
      // It hangs up on everybody.
      const taken = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
      await once(taken, 'listening');
      const refusal = await start({ [name]: String(port) }).then(() => 'started', String);
      expect(plainLines(refusal)).toEqual([
        'Error: The service did not become ready:',
        line.replace('%s', String(port)),
      ]);
      taken.close();
    },
    LONG,
  );
});
