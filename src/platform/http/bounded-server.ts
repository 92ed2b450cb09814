import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  type RequestListener,
} from 'node:http';
import type { Socket } from 'node:net';
import { PayloadTooLargeError, ValidationFailedError, type AppError } from '../errors/app-error.js';
import { AnnouncedBodies } from './announced-bodies.js';
import { toErrorBody } from './error-body.dto.js';
import { disconnectSlowClients, type ServerLimits } from './slow-client-protection.js';

/** How long a client that cannot be understood may go on writing. */
const LINGER_MS = 2_000;

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Answers what the server cannot parse, or does not get in time, with the contract's body, and hangs up. */
function answerHttpParseErrors(server: Server): void {
  const latest = new WeakMap<Socket, Exchange>();
  const refused = new WeakSet<Socket>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isUnused = error.code === TIMEOUT && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isUnused) return void socket.destroy();
    // The rest of the connection is read and dropped.
    if (!socket.writable || refused.has(socket)) return;
    refused.add(socket);
    const exchange = latest.get(socket);
    if (!exchange || isOver(exchange)) return leave(socket, refusalOf(error));
    // One that is received completely is answered first: its client must not take the refusal of the next one for it.
    if (exchange.request.complete) return void exchange.response.once('close', () => leave(socket));
    leave(socket, exchange.response.headersSent ? undefined : refusalOf(error));
  });
}

const isOver = ({ request, response }: Exchange): boolean => request.complete && response.writableFinished;

function refusalOf({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new PayloadTooLargeError();
  if (code === TIMEOUT) return new ValidationFailedError('The request did not come in time.');
  return new ValidationFailedError('The request cannot be read.');
}

/** Closing at once would reset the connection, and take the answer away from a client that is still writing. */
function leave(socket: Socket, refusal?: AppError): void {
  socket.end(refusal ? textOf(refusal) : '');
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function textOf(refusal: AppError): string {
  const body = JSON.stringify(toErrorBody(refusal));
  return (
    `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: private, no-store\r\n` +
    `Connection: close\r\n\r\n${body}`
  );
}

/** A server that knows our bounds, and answers what it cannot parse with the contract's body. */
export function boundedServer(listener: RequestListener, limits: ServerLimits): Server {
  const options = {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // Told to the client in the body of the contract (unambiguous).
    requireHostHeader: false,
    // A request that announces no body has none to wait for (RFC 9112 §6.3).
    optimizeEmptyRequests: true,
  };
  const server = createServer(options, listener);
  server.maxConnections = limits.connections;
  // Other expectations of a client are neither met nor refused (RFC 9110 §10.1.1): Node would refuse them, without a body.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  answerHttpParseErrors(server);
  disconnectSlowClients(server, limits);
  void new AnnouncedBodies(server, limits, (socket) =>
    server.emit('clientError', Object.assign(new Error('a body is slow'), { code: TIMEOUT }), socket),
  );
  return server;
}
