import { createServer, IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { compressedAnswer } from './compressed.js';
import { inTurn } from './in-turn.js';
import { ReadyJson } from './ready-json.js';
import { RouteLookup } from './route-lookup.js';
import { sendPieces } from './send-pieces.js';
import { SERVER_LIMITS } from './server-limits.js';
import { hangUpOnSlowClients } from './slow-clients.js';
import { taggedAnswer } from './tagged-answer.js';
import { answerUnreadableRequests } from './unreadable-requests.js';

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
      ...madeForExpress(this.getInstance<Express>()),
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
    answerUnreadableRequests(server);
    hangUpOnSlowClients(server, limits);
    this.httpServer = server;
  }

  /**
   * What every request passes before its route is looked up. All of it is one layer of Express, which takes as long to go
   * from one to the next as most of these need.
   */
  beforeRoutes(...handlers: RequestHandler[]): void {
    this.use(inTurn([...handlers, this.lookup.dispatch]));
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
    // As the handler gave it, for whoever looks at it once it is out.
    response.locals.answer = body;
    if (response.locals.compressed) response.vary('Accept-Encoding');
    const sent = taggedAnswer(response, body);
    if (sent instanceof ReadyJson || typeof sent === 'string' || Buffer.isBuffer(sent))
      return response.locals.compressed ? sendCompressed(response, sent) : send(response, sent);
    if (response.statusCode === 304) return response.end();
    delete response.req.headers['if-none-match'];
    return super.reply(response, sent) as unknown;
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

async function sendCompressed(response: Response, sent: string | Buffer | ReadyJson): Promise<void> {
  send(response, (await compressedAnswer(response, sent)) ?? sent);
}

function send(response: Response, sent: string | Buffer | ReadyJson): void {
  if (sent instanceof ReadyJson) return sendPieces(response, sent.pieces);
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(sent);
}

/**
 * Requests and answers that are what Express wants from the beginning. It would give each of them another prototype, for
 * which V8 looks up what it knows of such objects every time. It would also take the query apart whenever somebody looks at it.
 */
function madeForExpress(app: Express) {
  const queryOf = Reflect.getOwnPropertyDescriptor(express.request, 'query')!.get!;
  class ApiRequest extends IncomingMessage {
    #query: unknown;

    get query(): unknown {
      return (this.#query ??= queryOf.call(this));
    }
  }
  class ApiResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
