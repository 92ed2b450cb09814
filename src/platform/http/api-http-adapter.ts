import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { isText } from './answer.interceptor.js';
import { PreparedJson } from './prepared-json.js';
import { RouteLookup } from './route-lookup.js';
import { writeChunked } from './chunked-writer.js';
import { disconnectSlowClients, SERVER_LIMITS } from './slow-client-protection.js';
import { answerHttpParseErrors } from './http-parse-errors.js';

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
  readonly lookup = new RouteLookup();

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
      // What announces no body has none to wait for (RFC 9112 §6.3).
      optimizeEmptyRequests: true,
    };
    const server = createServer(options, listener);
    server.maxConnections = limits.connections;
    // What a client expects besides is not kept, and not refused (RFC 9110 §10.1.1): Node would, without a body.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
    answerHttpParseErrors(server);
    disconnectSlowClients(server, limits);
    this.httpServer = server;
  }

  /**
   * What every request passes before its route is looked up. All of it is one layer of Express, which takes as long to go
   * from one to the next as most of these need.
   */
  beforeRoutes(...handlers: RequestHandler[]): void {
    this.use(composeMiddleware([...handlers, this.lookup.dispatch]));
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

  private declare(method: 'get' | 'post' | 'put' | 'patch' | 'delete', route: unknown[]): unknown {
    const [path, handler] = route as [string, RequestHandler];
    return (this.lookup.routerFor(path) ?? this.getInstance<Express>())[method](path, handler);
  }
}

function send(response: Response, sent: string | Buffer | PreparedJson): void {
  if (sent instanceof PreparedJson) return writeChunked(response, sent.pieces);
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(sent);
}
