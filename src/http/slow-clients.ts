import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ServerLimits } from './server-limits.js';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Bytes that had come on the connection when the head was complete. */
  readBefore: number;
  /** When the answer was first seen to have begun. */
  begunAt: number | null;
}

/**
 * Hangs up on clients that do not take their answer in time, and on those who have been at it for the longest as soon as
 * what is kept in memory for all of them together is too much: JSON that still comes, and answers that are not taken.
 */
export function hangUpOnSlowClients(server: Server, limits: ServerLimits): void {
  const open = new Set<Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, readBefore: request.socket.bytesRead, begunAt: null };
    open.add(exchange);
    response.once('close', () => open.delete(exchange));
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

function makeRoom(open: Set<Exchange>, { waitingBytes }: ServerLimits): void {
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

/** Bytes. Files lie on the disk while they come. */
function keptFor({ request, response, readBefore }: Exchange): number {
  const isComing = !request.complete && /json/i.test(request.headers['content-type'] ?? '');
  return response.writableLength + (isComing ? request.socket.bytesRead - readBefore : 0);
}
