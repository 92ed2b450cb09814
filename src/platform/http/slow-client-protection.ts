import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Yallist } from 'yallist';
import { waitingOf, WAITS } from './chunked-writer.js';
import type { BodyLimits } from './announced-bodies.js';

/** Limits of what one client may take of a process: time, bytes and connections. Behind a proxy they are the second line. */
export interface ServerLimits extends BodyLimits {
  /** Milliseconds to the last byte of a body that is not kept in memory. */
  requestMs: number;
  /** Milliseconds without a request after which a connection is closed. */
  keepAliveMs: number;
  /** Milliseconds for which a client may take nothing of its answer. */
  stalledMs: number;
  /** Milliseconds in which an answer has to be taken, from its first byte. */
  answerMs: number;
  /** Bytes of answers that wait to be taken, of all clients together. */
  waitingBytes: number;
  /** Bytes of the request line and the headers: a search of 10,000 characters is data in any script, percent-encoded. */
  headBytes: number;
  connections: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 30_000,
  // A photo of 10 MB by a telephone with one bar.
  requestMs: 300_000,
  // Longer than the minute for which proxies keep an unused connection: it is theirs to close, between two requests.
  keepAliveMs: 75_000,
  stalledMs: 30_000,
  answerMs: 300_000,
  waitingBytes: 40 * 1024 * 1024,
  bodyBytes: 16 * 1024 * 1024,
  strangerBytes: 8 * 1024 * 1024,
  lingerMs: 10_000,
  headBytes: 192 * 1024,
  connections: 10_000,
  checkMs: 1_000,
};

/** Bytes of an answer of which a few more do not matter are fewer. */
const LARGE = 64 * 1024;

interface Exchange {
  socket: Socket;
  response: ServerResponse;
  /** When the answer was first seen to have begun. */
  begunAt: number | null;
}

/**
 * Hangs up on clients that do not take their answer in time, and on those who have been at it for the longest as soon as
 * what waits to be taken by all of them together is too much.
 */
export function disconnectSlowClients(server: Server, limits: ServerLimits): void {
  // Through a `Set` V8 retains the requests that are over until the next full collection, and makes many of those.
  const open = new Yallist<Exchange>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const exchange: Exchange = { socket, response, begunAt: null };
    open.push(exchange);
    const node = open.tail!;
    response.once('close', () => open.removeNode(node));
    // At once: between two looks there is time for more than fits.
    const makeRoomFor = (): void => {
      if (bufferedFor(exchange) > LARGE) makeRoom(open, limits);
    };
    response.once('prefinish', makeRoomFor);
    response.once(WAITS, makeRoomFor);
  });
  const look = (): void => {
    for (const exchange of open) hurry(exchange, limits);
    makeRoom(open, limits);
  };
  const timer = setInterval(look, limits.checkMs).unref();
  server.once('close', () => clearInterval(timer));
}

function hurry(exchange: Exchange, { stalledMs, answerMs }: ServerLimits): void {
  const { headersSent, socket } = exchange.response;
  // Without a socket it stands behind another one on the same connection.
  if (!headersSent || !socket) return;
  if (exchange.begunAt === null) {
    exchange.begunAt = performance.now();
    // The timeout of the socket counts every byte that is taken; Node's own one starts when all of them are.
    socket.setTimeout(stalledMs);
  } else if (performance.now() - exchange.begunAt > answerMs) socket.destroy();
}

function makeRoom(open: Iterable<Exchange>, { waitingBytes }: ServerLimits): void {
  let left = waitingBytes;
  for (const exchange of open) left -= bufferedFor(exchange);
  // In the order in which they came.
  for (const exchange of open) {
    if (left >= 0) return;
    const buffered = bufferedFor(exchange);
    left += buffered;
    if (buffered > 0) exchange.socket.destroy();
  }
}

/** Bytes. */
const bufferedFor = ({ response }: Exchange): number => response.writableLength + waitingOf(response);
