import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Cell } from '../../src/router/cell.js';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import { freePort } from '../support/processes/free-port.js';

let port: number;
let stop: () => Promise<void>;
let stopped: Promise<void> | undefined;
beforeAll(async () => {
  port = await freePort();
  // Of a cell that has answered.
  const cell = new Cell('a', 'http://127.0.0.1:9', 'x');
  cell.fault = null;
  const schools = new SchoolMap([cell]);
  stop = await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: true });
});
afterAll(() => stopped ?? stop());

it('tells the proxy at /readyz that the router stops, and goes on meanwhile', async () => {
  const statuses = (): Promise<number[]> =>
    Promise.all(
      ['/readyz', '/healthz'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status),
    );
  expect(await statuses()).toEqual([200, 200]);
  stopped = stop();
  expect(await statuses()).toEqual([503, 200]);
  await stopped;
  await expect(statuses()).rejects.toThrow('fetch failed');
});
