import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { boundedServer } from './bounded-server.js';
import { SERVER_LIMITS } from './slow-client-protection.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

it('outlives a request that was given up while its client was still sending', async () => {
  const server = boundedServer(
    (request, response) => {
      const refusing = new Writable({
        write: (_chunk, _encoding, done) => done(response.writableFinished ? new Error('no more') : null),
      });
      // A stream that was given up has no socket any more.
      pipeline(request, refusing).catch(() => undefined);
      response.writeHead(413).end();
    },
    { ...SERVER_LIMITS, lingerMs: 100 },
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n${'a'.repeat(100)}`);
  await once(client, 'data');
  client.write('a'.repeat(100));
  await once(client, 'close');
  // Until the server has looked after whoever still sends.
  await delay(200);
  const next = connect(port, '127.0.0.1');
  next.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(String((await once(next, 'data'))[0])).toMatch(/^HTTP\/1.1 413 /);
});
