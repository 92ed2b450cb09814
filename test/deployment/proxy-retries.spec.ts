import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeBehindProxy, startProxy, type Proxy } from '../proofs/deployment/proxy.js';

/* What the proxy of docker/ sends once more. */

/** One of two processes, with nothing behind it. */
interface Stub {
  server: Server;
  port: number;
}

async function aStub(answer: RequestListener): Promise<Stub> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end();
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describeBehindProxy('The proxy before two processes', () => {
  let stubs: Stub[];
  let proxy: Proxy;
  let asked: string[];
  let answer: RequestListener;
  const send = (method: string): Promise<Response> => fetch(`${proxy.url}/schools`, { method });

  beforeAll(async () => {
    stubs = await Promise.all(
      ['a', 'b'].map((name) =>
        aStub((request, response) => {
          asked.push(name);
          answer(request, response);
        }),
      ),
    );
    proxy = await startProxy([stubs[0]!.port, stubs[1]!.port]);
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await proxy.stop();
    for (const { server } of stubs) {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each(['GET', 'POST'])(
    'sends no %s again that was refused: there is too much to do already',
    async (method) => {
      answer = (_, response) => response.writeHead(503, { 'Retry-After': '7' }).end();
      const { status, headers } = await send(method);
      expect([status, headers.get('retry-after'), asked.length]).toEqual([503, '7', 1]);
    },
  );

  it('sends a read to the other process where the first one hangs up', async () => {
    answer = (request, response) => (asked.length === 1 ? request.socket.destroy() : response.end('here'));
    const read = await send('GET');
    expect([read.status, await read.text(), new Set(asked)]).toEqual([200, 'here', new Set(['a', 'b'])]);
  });

  it('sends no write again where a process hangs up: it may have been carried out', async () => {
    answer = (request) => request.socket.destroy();
    // On a connection that has been used before, the proxy hangs up as well.
    const outcome = await send('POST').then(
      ({ status }) => status,
      () => 502,
    );
    expect([outcome, asked.length]).toEqual([502, 1]);
  });
});
