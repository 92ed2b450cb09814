import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MOST_JSON } from './json-body.interceptor.js';
import { WAITS, waitingOf } from './send-pieces.js';
import type { ServerLimits } from './server-limits.js';
import { Underway } from './underway.js';

/** Bytes of a body or an answer of which a few more do not matter are fewer. */
const LARGE = 64 * 1024;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Bytes that its body may take while it comes. */
  promised: number;
  /** When the answer was first seen to have begun. */
  begunAt: number | null;
}

/**
 * Hangs up on clients that do not take their answer in time, and on those who have been at it for the longest as soon as
 * what is kept in memory for all of them together is too much: JSON that still comes, and answers that are not taken.
 */
export function hangUpOnSlowClients(server: Server, limits: ServerLimits): void {
  const open = new Underway<Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, promised: promisedBy(request), begunAt: null };
    const end = open.begin(exchange);
    // At once: between two looks there is time for more than fits.
    if (exchange.promised > LARGE) makeRoom(open, limits);
    response.once('close', end);
    const makeRoomFor = (): void => {
      if (keptFor(exchange) > LARGE) makeRoom(open, limits);
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
    // Of the socket, which knows of every byte that is taken; Node sets another one when all of them are.
    socket.setTimeout(stalledMs);
  } else if (performance.now() - exchange.begunAt > answerMs) socket.destroy();
}

function makeRoom(open: Iterable<Exchange>, { waitingBytes }: ServerLimits): void {
  let left = waitingBytes;
  for (const exchange of open) left -= keptFor(exchange);
  // In the order in which they came.
  for (const exchange of open) {
    if (left >= 0) return;
    const kept = keptFor(exchange);
    left += kept;
    if (kept > 0) exchange.request.socket.destroy();
  }
}

/** Bytes. */
const keptFor = ({ request, response, promised }: Exchange): number =>
  response.writableLength + waitingOf(response) + (request.complete ? 0 : promised);

/** Bytes of JSON; files lie on the disk while they come. In pieces it may be as much as is taken at all. */
function promisedBy({ headers }: IncomingMessage): number {
  if (!/json/i.test(headers['content-type'] ?? '')) return 0;
  return headers['transfer-encoding']
    ? MOST_JSON
    : Math.min(Number(headers['content-length'] ?? 0), MOST_JSON);
}
