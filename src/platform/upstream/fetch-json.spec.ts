import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { fetchJson } from './fetch-json.js';

const DEADLINE_MS = 300;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';
const MEGABYTE = Buffer.alloc(1_000_000, 'x');

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server) await once(server.close(), 'close');
});

/** A service that says this to whoever asks. */
async function serviceThat(speaks: (socket: Socket) => void): Promise<URL> {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.once('data', () => speaks(socket)).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

it('takes no answer whose end is the end of the connection for whole when the deadline has cut it off', async () => {
  const url = await serviceThat((socket) => socket.write(`${HEAD}[]`));
  const asked = fetchJson(url, { deadlineMs: DEADLINE_MS, maxBytes: 100 });
  await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
});

it('takes it when the service has ended it', async () => {
  const url = await serviceThat((socket) => socket.end(`${HEAD}[1]`));
  expect(await fetchJson(url, { deadlineMs: 10_000, maxBytes: 100 })).toEqual([1]);
});

it('reads an answer without an end no faster than an honest one needs, and hangs up', async () => {
  let taken = 0;
  let isHungUp = false;
  const goOn = (socket: Socket): void =>
    void socket.write(MEGABYTE, (error) => {
      if (error) return;
      taken += MEGABYTE.length;
      goOn(socket);
    });
  const url = await serviceThat((socket) => {
    socket.on('close', () => (isHungUp = true)).write(HEAD);
    goOn(socket);
  });
  const asked = fetchJson(url, { deadlineMs: DEADLINE_MS, maxBytes: 2 ** 40 });
  await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
  // What the system has taken for us and we have not read yet counts as well.
  expect(taken).toBeLessThan(20_000_000);
  while (!isHungUp) await new Promise((resolve) => setTimeout(resolve, 5));
});

it.each([301, 307, 404, 500])('takes no answer of status %d', async (status) => {
  const url = await serviceThat((socket) => socket.end(`HTTP/1.1 ${status} Some\r\nLocation: /\r\n\r\n[]`));
  const asked = fetchJson(url, { deadlineMs: 10_000, maxBytes: 100 });
  await expect(asked).rejects.toMatchObject({ reason: 'status' });
});
