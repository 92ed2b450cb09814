import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeChunked } from './chunked-writer.js';
import { disconnectSlowClients, SERVER_LIMITS } from './slow-client-protection.js';

const MB = 1024 * 1024;
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Bytes that arrive of an answer of 8 MB, where nobody looks at what waits but when it begins to. */
async function arriving(waitingBytes: number): Promise<number> {
  server = createServer((_, response) => setImmediate(writeChunked, response, [Buffer.alloc(8 * MB)]));
  disconnectSlowClients(server, { ...SERVER_LIMITS, waitingBytes, checkMs: 60 * 60 * 1000 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  let bytes = 0;
  try {
    const [message] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
    for await (const chunk of message) bytes += (chunk as Buffer).length;
  } catch {
    // Broken off: what came until then counts.
  }
  return bytes;
}

describe('What waits of an answer that goes out in turns', () => {
  it('goes out while there is room for it', async () => {
    expect(await arriving(9 * MB)).toBe(8 * MB);
  });

  it('counts before it is handed over: where there is no room for all of it, it is broken off', async () => {
    expect(await arriving(6 * MB)).toBeLessThan(2 * MB);
  });
});
