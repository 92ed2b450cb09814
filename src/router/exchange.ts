import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as byHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as SecureAgent, request as byHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { pipeline } from 'node:stream/promises';
import {
  PayloadTooLargeError,
  UnavailableError,
  ValidationFailedError,
} from '../platform/errors/app-error.js';
import { expectBody } from '../platform/http/announced-bodies.js';
import type { Cell } from './cell.js';

/** Requests that one cell answers at once; who comes beside them is refused, and waits for nobody. */
const MAX_IN_FLIGHT = 2_000;
/** Milliseconds for which a cell may say nothing. */
const SILENCE_MS = 65_000;

const options = { keepAlive: true };
const http = { agent: new Agent(options), send: byHttp };
const https = { agent: new SecureAgent(options), send: byHttps };

/** Headers of one connection alone (RFC 9110, section 7.6.1), and those that Node.js has answered already. */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);
/** `Connection` takes none of these away: a cell would count the router as the client, or see another request than was sent. */
const OF_THE_REQUEST = new Set(['authorization', 'cookie', 'host', 'x-forwarded-for', 'x-forwarded-proto']);

/** A request as a cell is sent it. */
export interface Question {
  method: string;
  /** Path and query. */
  url: string;
  headers: OutgoingHttpHeaders;
  /** All of it, or where it comes from. */
  body: Buffer | Readable;
  /** Ends what nobody waits for any more. */
  signal?: AbortSignal;
}

/**
 * The request of a client. One proxy stands before a cell, whether a request comes by the router or not: where it comes from
 * is written down once (`X-Forwarded-For`), by the proxy in front or else by the router.
 */
export function questionOf(request: IncomingMessage, body: Buffer | Readable, trustProxy: boolean): Question {
  const { method = 'GET', url = '/', headers, socket } = request;
  const own = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const isPassed = (name: string): boolean =>
    OF_THE_REQUEST.has(name) || (!HOP_BY_HOP.has(name) && !own.includes(name));
  const { 'content-length': _, ...passed } = headers;
  const forwarded = trustProxy
    ? {}
    : { 'x-forwarded-for': socket.remoteAddress ?? '', 'x-forwarded-proto': 'http' };
  return {
    ...{ method, url, body },
    headers: {
      ...Object.fromEntries(Object.entries(passed).filter(([name]) => isPassed(name))),
      ...framingOf(headers, body),
      ...forwarded,
    },
  };
}

/**
 * Where the body ends (RFC 9112, section 6.3), said for every method: without it a cell would take the body of a GET for the next request.
 * @throws ValidationFailedError for a coding that nobody undoes
 */
function framingOf(
  { 'transfer-encoding': coding, 'content-length': length }: IncomingHttpHeaders,
  body: Buffer | Readable,
): OutgoingHttpHeaders {
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw new ValidationFailedError('The body has a transfer coding other than chunked.');
  if (coding === undefined && length === undefined) return {};
  if (Buffer.isBuffer(body)) return { 'content-length': body.length };
  return coding === undefined ? { 'content-length': length } : { 'transfer-encoding': 'chunked' };
}

/**
 * Sends a cell the request.
 * @returns its answer, of which the head has come
 * @throws UnavailableError when the cell cannot be reached, or has too much to do
 */
export function ask(cell: Cell, { method, url, headers, body, signal }: Question): Promise<IncomingMessage> {
  const { agent, send } = cell.url.startsWith('https:') ? https : http;
  if (cell.inFlight >= MAX_IN_FLIGHT) return Promise.reject(new UnavailableError());
  return new Promise((resolve, reject) => {
    const sent = send({
      ...urlToHttpOptions(new URL(cell.url)),
      ...{ path: url, method, headers, agent, timeout: SILENCE_MS },
      ...(signal && { signal }),
    });
    cell.inFlight += 1;
    sent.once('close', () => (cell.inFlight -= 1));
    sent.on('timeout', () => sent.destroy(new Error('silence')));
    sent.on('error', () => reject(new UnavailableError()));
    sent.on('response', resolve);
    if (Buffer.isBuffer(body)) sent.end(body);
    else sendOn(body, sent);
  });
}

/** A cell may answer before it has read everything: the client is not hung up on, so that it hears the answer. */
function sendOn(body: Readable, sent: ClientRequest): void {
  body.pipe(sent);
  body.once('close', () => {
    if (!body.readableEnded) sent.destroy();
  });
  sent.once('close', () => body.unpipe(sent));
}

/** An answer of which everything has come. */
export interface WholeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** @param limit bytes of the answer @throws UnavailableError also when it is longer, or breaks off */
export async function askWhole(cell: Cell, question: Question, limit: number): Promise<WholeAnswer> {
  const answer = await ask(cell, question);
  const { statusCode: status = 503, headers } = answer;
  const body = await readBody(answer, limit).catch(() => {
    throw new UnavailableError();
  });
  return { status, headers, text: body.toString() };
}

/** Aborted when the client has hung up before all of its answer was there. */
export function hungUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Sends the client the answer as it is. */
export async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rawHeaders, statusCode = 502 } = answer;
  const headers: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!HOP_BY_HOP.has(rawHeaders[at]!.toLowerCase())) headers.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  response.writeHead(statusCode, headers);
  // A client or a cell that hangs up ends both.
  await pipeline(answer, response).catch(() => response.destroy());
}

/**
 * Reads the body of a request, which waits in its socket until there is a place for it.
 * @throws PayloadTooLargeError
 */
export function readRequest(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (!expectBody(request, limit)) throw new PayloadTooLargeError();
  // One that is too long is told so before its connection ends.
  return readBody(request.iterator({ destroyOnReturn: false }), limit);
}

/** Reads what a client or a cell sends. @throws PayloadTooLargeError */
async function readBody(stream: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > limit) throw new PayloadTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
