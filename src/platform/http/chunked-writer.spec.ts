import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  get,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeChunked, waitingOf, WAITS } from './chunked-writer.js';

const KB = 1024;
/** Sizes of the pieces in kB. */
const ANSWERS: Record<string, number[]> = {
  'a small one': [1],
  'many small pieces': Array.from({ length: 50 }, (_, index) => index / 7),
  'as much as goes out at once': [768],
  'a byte more': [768, 1 / KB],
  'a byte less, and a piece that begins there': [768 - 1 / KB, 2000],
  'pieces that end where a turn does': [768, 768, 768],
  'one that takes several turns': [3300.5],
  'small pieces between large ones': [700, 0.1, 900, 0.1, 1600, 0.002],
};

let server: Server;
let origin: string;
let pieces: Buffer[] = [];
beforeAll(async () => {
  server = createServer((_, response) => writeChunked(response, pieces)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ofSizes = (sizes: number[]): Buffer[] => sizes.map((size) => randomBytes(Math.round(size * KB)));

async function answerOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('an answer in pieces', () => {
  it.each(Object.entries(ANSWERS))('arrives as it is: %s', async (_, sizes) => {
    pieces = ofSizes(sizes);
    const [message] = (await once(get(origin), 'response')) as [IncomingMessage];
    const whole = Buffer.concat(pieces);
    expect(message.headers['content-length']).toBe(String(whole.length));
    expect((await answerOf(message)).equals(whole)).toBe(true);
  });

  it('sends a HEAD its head alone', async () => {
    pieces = ofSizes([2000]);
    const [message] = (await once(request(origin, { method: 'HEAD' }).end(), 'response')) as [
      IncomingMessage,
    ];
    expect(message.headers['content-length']).toBe(String(2000 * KB));
    expect(await answerOf(message)).toHaveLength(0);
  });

  it('ends with its reader, and the next one gets theirs', async () => {
    pieces = ofSizes([20_000]);
    const closed = new Promise((resolve) => {
      server.prependOnceListener('request', (_, response: ServerResponse) => response.once('close', resolve));
    });
    const [broken] = (await once(get(origin), 'response')) as [IncomingMessage];
    broken.destroy();
    await closed;
    const [message] = (await once(get(origin), 'response')) as [IncomingMessage];
    expect((await answerOf(message)).equals(pieces[0]!)).toBe(true);
  });

  it('waits in memory no more than a turn, however slowly it is read', async () => {
    pieces = ofSizes([40_000]);
    let [waiting, said, toCome] = [0, 0, 0];
    server.prependOnceListener('request', (_, response: ServerResponse) => {
      response.once(WAITS, () => {
        [said, toCome] = [said + 1, waitingOf(response)];
      });
      const watch = setInterval(() => (waiting = Math.max(waiting, response.writableLength)), 5);
      response.once('close', () => clearInterval(watch));
    });
    const [message] = (await once(get(origin), 'response')) as [IncomingMessage];
    message.pause();
    await new Promise((resolve) => setTimeout(resolve, 200));
    message.resume();
    expect((await answerOf(message)).equals(pieces[0]!)).toBe(true);
    expect([said, toCome]).toEqual([1, (40_000 - 768) * KB]);
    expect(waiting).toBeLessThanOrEqual(769 * KB);
  });
});
