import type { RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { isText } from './answer.interceptor.js';
import { PreparedJson } from './prepared-json.js';
import { writeChunked } from './chunked-writer.js';
import { boundedServer } from './bounded-server.js';
import { SERVER_LIMITS } from './slow-client-protection.js';

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
    this.httpServer = boundedServer(this.getInstance<RequestListener>(), this.limits);
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
