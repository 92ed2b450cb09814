import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Cell } from '../../src/router/cell.js';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import { freePort } from '../support/processes/free-port.js';

it('answers who is looked for while a school moves', async () => {
  let [searches, lists] = [0, 0];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const isList = request.url === '/cell/schools';
    if (isList) lists += 1;
    const list = { site_url: `http://a.example/${lists}`, schools: [] };
    response.setHeader('ETag', `"${lists}"`);
    if (isList) return void response.end(JSON.stringify(list));
    searches += 1;
    begun.resolve();
    void held.promise.then(() => response.end('{"account":true,"member":true,"own":true}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const schools = new SchoolMap([new Cell('a', url, 'x')]);
  await schools.refresh();
  const port = await freePort();
  const stop = await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: false });
  const headers = { Authorization: 'Bearer of.some.body', Connection: 'close' };
  const answer = fetch(`http://127.0.0.1:${port}/api/v1/students/1`, { headers });
  await begun.promise;
  await schools.refresh();
  held.resolve();
  expect([(await answer).status, searches]).toEqual([200, 3]);
  await stop();
  server.closeAllConnections();
  await once(server.close(), 'close');
});
