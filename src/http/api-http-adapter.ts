import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { PayloadTooLargeError, ValidationFailedError } from '../errors/app-error.js';
import { toErrorBody } from '../errors/error-body.dto.js';

/** Bytes: a search of 10,000 characters is data in any script, percent-encoded in the request line. */
const MAX_HEADER_BYTES = 192 * 1024;

/** How long a client that cannot be understood may go on writing. */
const LINGER_MS = 2_000;

/** The latest one of each connection. */
const answers = new WeakMap<Duplex, ServerResponse>();

/** Express behind a server that knows our bounds, and answers what it cannot parse with the contract's body. */
export class ApiHttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, this.getInstance<RequestListener>());
    server.prependListener('request', (request, response) => answers.set(request.socket, response));
    server.on('clientError', answerUnreadable);
    // An expectation that nobody knows may be ignored (RFC 9110 §10.1.1); Node.js itself would answer 417.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
    this.httpServer = server;
  }

  /** A text is the answer as it is sent: Express would copy it once more, which a large roster pays for. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'string') {
      // Only an answer with a tag may be known already, and that one is a text: Express would find any to be "*".
      delete response.req.headers['if-none-match'];
      return super.reply(response, body, statusCode) as unknown;
    }
    if (statusCode !== undefined) response.status(statusCode);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end(body);
  }

  /** For every address, and not only below the prefix of the API. */
  override setNotFoundHandler(handler: (...parameters: unknown[]) => unknown): void {
    super.setNotFoundHandler(handler);
  }
}

function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // Answered already: what still comes is read and dropped. Closing at once would reset the connection, and take the
  // answer away from a client that is still writing.
  if (!socket.writable) return;
  // The same, by its operation: a second answer would be taken for that of another request.
  const answer = answers.get(socket);
  if (answer?.headersSent && !answer.req.complete) return void socket.end();
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new PayloadTooLargeError()
      : new ValidationFailedError('The request cannot be read.');
  const body = JSON.stringify(toErrorBody(refusal));
  socket.end(
    `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
