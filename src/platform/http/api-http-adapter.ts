import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  type RequestListener,
} from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { PayloadTooLargeError, ValidationFailedError, type AppError } from '../errors/app-error.js';
import { toErrorBody } from './error-body.dto.js';
import { AnnouncedBodies } from './announced-bodies.js';
import { isText } from './answer.interceptor.js';
import { PreparedJson } from './prepared-json.js';
import { writeChunked } from './chunked-writer.js';
import { disconnectSlowClients, SERVER_LIMITS } from './slow-client-protection.js';

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

/** Several handlers as one; each begins when the one before it says `next`, and an error of one ends it. */
export const composeMiddleware = (handlers: RequestHandler[]): RequestHandler =>
  handlers.reduceRight<RequestHandler>(
    (rest, handler) => (request, response, next) =>
      void handler(request, response, (error?: unknown) =>
        error ? next(error) : void rest(request, response, next),
      ),
    (_request, _response, next) => next(),
  );

/** Express behind a server that knows our bounds, and answers what it cannot parse with the contract's body. */
export class ApiHttpAdapter extends ExpressAdapter {
  constructor(private readonly limits = SERVER_LIMITS) {
    super();
  }

  override initHttpServer(): void {
    const { limits } = this;
    const listener = this.getInstance<RequestListener>();
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
    void new AnnouncedBodies(server, limits, ({ socket }) =>
      server.emit('clientError', Object.assign(new Error('a body is slow'), { code: TIMEOUT }), socket),
    );
    this.httpServer = server;
  }

  /**
   * Handlers that every request passes before its route is looked up. They are one layer of Express, which takes as long to
   * go from one layer to the next as most of them need.
   */
  beforeRoutes(...handlers: RequestHandler[]): void {
    this.use(composeMiddleware(handlers));
  }

  /**
   * A text or bytes are the answer as it is sent: Express would copy it once more, which a large roster pays for. It would
   * also find any answer to be the one that `If-None-Match: *` names: what is known already is answered by then.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (statusCode !== undefined) response.status(statusCode);
    if (isText(body)) return send(response, body);
    if (response.statusCode === 304) return response.end();
    delete response.req.headers['if-none-match'];
    return super.reply(response, body) as unknown;
  }

  /** For every address, and not only below the prefix of the API. */
  override setNotFoundHandler(handler: (...parameters: unknown[]) => unknown): void {
    super.setNotFoundHandler(handler);
  }
}

function send(response: Response, sent: string | Buffer | PreparedJson): void {
  if (sent instanceof PreparedJson) return writeChunked(response, sent.pieces);
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(sent);
}
