import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Drain } from '../../src/platform/process/drain.js';

/** Far more than a test takes: who waits for a kept connection, or for the end of the grace time, is found out. */
const LONG_MS = 600_000;

let server: Server;
let port: number;
let drain: Drain;
let agent: Agent;
const isStopKnown = (): boolean => true;
/** Requests that nobody has answered yet. */
let waiting: ServerResponse[];
let arrived: () => void;

beforeEach(async () => {
  waiting = [];
  server = createServer((request, response) => {
    if (request.url === '/now') return void response.end('now');
    waiting.push(response);
    arrived();
  });
  server.keepAliveTimeout = LONG_MS;
  drain = new Drain(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
  agent = new Agent({ keepAlive: true });
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

function ask(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path }, (response) => resolve(response.resume())).on(
      'error',
      reject,
    );
  });
}

/** One that has arrived and waits for its answer. */
async function begun(): Promise<{ answer: Promise<IncomingMessage>; response: ServerResponse }> {
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const answer = ask('/later');
  await isThere;
  return { answer, response: waiting.at(-1)! };
}

describe('A server that is drained', () => {
  it('answers what it has begun, and says that the connection ends with it', async () => {
    const { answer, response } = await begun();
    const over = drain.run({ graceMs: LONG_MS, isBehindProxy: false, isStopKnown });
    response.end('later');
    expect((await answer).headers.connection).toBe('close');
    await over;
    await expect(ask('/now')).rejects.toThrow('ECONNREFUSED');
  });

  it('answers those who still come from the proxy, and keeps none of their connections', async () => {
    expect((await ask('/now')).headers.connection).toBe('keep-alive');
    const over = drain.run({ graceMs: LONG_MS, isBehindProxy: true, isStopKnown });
    const onOld = await ask('/now');
    const onNew = await ask('/now');
    expect([onOld, onNew].map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
    await over;
    await expect(ask('/now')).rejects.toThrow('ECONNREFUSED');
  });

  it('goes on until the proxy knows: where there is much to do it is told late', async () => {
    let isKnown = false;
    const begun = performance.now();
    const over = drain.run({ graceMs: LONG_MS, isBehindProxy: true, isStopKnown: () => isKnown });
    while (performance.now() < begun + 3_000) expect((await ask('/now')).statusCode).toBe(200);
    isKnown = true;
    await over;
    await expect(ask('/now')).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for no proxy that never asks', async () => {
    await drain.run({ graceMs: 100, isBehindProxy: true, isStopKnown: () => false });
    await expect(ask('/now')).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for nobody whose connection was promised to be kept before', async () => {
    const { answer, response } = await begun();
    response.write('first half');
    expect((await answer).headers.connection).toBe('keep-alive');
    const over = drain.run({ graceMs: LONG_MS, isBehindProxy: false, isStopKnown });
    response.end('second half');
    await over;
  });

  it('cuts off what is not done when the grace time is over', async () => {
    const { answer } = await begun();
    const failure = expect(answer).rejects.toThrow('socket hang up');
    await drain.run({ graceMs: 20, isBehindProxy: false, isStopKnown });
    await failure;
  });
});
