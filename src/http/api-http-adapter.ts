import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { ReadyJson } from './ready-json.js';
import { RouteLookup } from './route-lookup.js';
import { SERVER_LIMITS } from './server-limits.js';
import { hangUpOnSlowClients } from './slow-clients.js';
import { answerUnreadableRequests } from './unreadable-requests.js';

/** Express behind a server that knows our bounds, and answers what it cannot parse with the contract's body. */
export class ApiHttpAdapter extends ExpressAdapter {
  readonly lookup = new RouteLookup();
  private looksUp = false;

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
      // Told to the client in the body of the contract (hostNamed).
      requireHostHeader: false,
    };
    const server = createServer(options, listener);
    server.maxConnections = limits.connections;
    // What a client expects besides is not kept, and not refused (RFC 9110 §10.1.1): Node would, without a body.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
    answerUnreadableRequests(server);
    hangUpOnSlowClients(server, limits);
    this.httpServer = server;
  }

  override get(...route: unknown[]): unknown {
    return this.declare('get', route);
  }

  override post(...route: unknown[]): unknown {
    return this.declare('post', route);
  }

  override put(...route: unknown[]): unknown {
    return this.declare('put', route);
  }

  override patch(...route: unknown[]): unknown {
    return this.declare('patch', route);
  }

  override delete(...route: unknown[]): unknown {
    return this.declare('delete', route);
  }

  /**
   * A text or bytes are the answer as it is sent: Express would copy it once more, which a large roster pays for. It would
   * also find any answer to be the one that `If-None-Match: *` names, and only one with a tag may be known already.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (statusCode !== undefined) response.status(statusCode);
    if (body instanceof ReadyJson) return sendPieces(response, body.pieces);
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      response.setHeader('Content-Length', Buffer.byteLength(body));
      return response.end(body);
    }
    if (response.statusCode === 304) return response.end();
    delete response.req.headers['if-none-match'];
    return super.reply(response, body) as unknown;
  }

  /** For every address, and not only below the prefix of the API. */
  override setNotFoundHandler(handler: (...parameters: unknown[]) => unknown): void {
    super.setNotFoundHandler(handler);
  }

  /** Behind everything that every request passes: the framework declares that before its first route. */
  private declare(method: 'get' | 'post' | 'put' | 'patch' | 'delete', route: unknown[]): unknown {
    const [path, handler] = route as [string, RequestHandler];
    const router = this.lookup.routerFor(path);
    if (router && !this.looksUp) this.use(this.lookup.dispatch);
    this.looksUp ||= router !== null;
    return (router ?? this.getInstance<Express>())[method](path, handler);
  }
}

/** Handed to the system together. */
function sendPieces(response: Response, pieces: readonly Buffer[]): void {
  response.setHeader(
    'Content-Length',
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  response.cork();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.end(pieces.at(-1));
  response.uncork();
}
