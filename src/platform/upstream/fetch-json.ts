import { request as requestOverHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseDocument } from 'yaml';
import { isPublicAddress, resolvePublic } from './public-address.js';
import { UpstreamError } from './outside-call.js';

export interface FetchLimits {
  /** Milliseconds for everything, from connecting to the last byte. */
  deadlineMs: number;
  maxBytes: number;
}

export interface Question {
  /** GET unless given. */
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The answer decides something: one that readers take in two ways, with a name twice say, is none. */
  isStrict?: true;
}

// An answer that is not compressed is no larger than what came over the wire.
const HEADERS = {
  'User-Agent': 'school-directory',
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
};

/** How fast an answer is read at most: one without an end takes no more of the only thread, however fast it comes. */
const BYTES_PER_MS = 1_000;

/**
 * One outside call to an address that the operator has set: with a deadline, a bound on what is read, and no redirect
 * followed.
 * @throws UpstreamError whose message tells nothing of what was asked
 */
export async function fetchJson(
  url: URL,
  limits: FetchLimits,
  { method, headers, body, isStrict }: Question = {},
): Promise<unknown> {
  const options = { ...(method && { method }), headers: { ...HEADERS, ...headers } };
  const ask = (signal: AbortSignal) => answerOf(url, { ...options, signal }, body);
  return withinLimits(limits, ask, isStrict ? parseStrictly : parse);
}

/**
 * Fetches JSON from an address that an outside service named: by https from the public internet, unless it leads to where
 * that service is itself.
 * @throws UpstreamError
 */
export async function fetchNamedJson(url: URL, namedBy: URL, limits: FetchLimits): Promise<unknown> {
  return url.origin === namedBy.origin ? fetchJson(url, limits) : fetchPublicJson(url, limits);
}

/**
 * Fetches JSON by https from the public internet.
 * @throws UpstreamError
 */
export async function fetchPublicJson(url: URL, limits: FetchLimits): Promise<unknown> {
  return withinLimits(limits, async (signal) => {
    // A name is judged when it is looked up; an address is not looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = isIP(host) !== 0 && !isPublicAddress(host);
    if (isPrivate || url.protocol !== 'https:') throw new UpstreamError('private_address');
    return answerOf(url, { headers: HEADERS, lookup: resolvePublic, signal, agent: false });
  });
}

/**
 * Not by the global fetch, which copies every piece through two kinds of stream: an outside service that sends without
 * an end would keep the only thread from everybody else.
 */
async function answerOf(url: URL, options: RequestOptions, body?: string | Buffer): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // A failure after the answer has begun reaches its reader as well.
    request(url, options, resolve).on('error', reject).end(body);
  });
  const { statusCode = 0 } = answer;
  if (statusCode >= 200 && statusCode < 300) return answer;
  answer.destroy();
  throw new UpstreamError('status');
}

async function withinLimits(
  { deadlineMs, maxBytes }: FetchLimits,
  ask: (signal: AbortSignal) => Promise<IncomingMessage>,
  read: (answer: Buffer) => unknown = parse,
): Promise<unknown> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const pieces = await readBounded(await ask(signal), maxBytes);
    // An answer that the deadline cuts off looks whole where the end of the connection is the end of the answer.
    signal.throwIfAborted();
    return read(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw new UpstreamError(signal.aborted ? 'timeout' : 'unreachable');
  }
}

/** @throws UpstreamError there is more of it */
export async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > maxBytes) throw new UpstreamError('too_large');
    pieces.push(piece);
    await delay(piece.byteLength / BYTES_PER_MS);
  }
  return pieces;
}

function parse(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'));
  } catch {
    throw new UpstreamError('malformed');
  }
}

/** JSON, in UTF-8 to the byte, in which no object has a name twice (RFC 8259 §4). */
function parseStrictly(answer: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer);
    const value: unknown = JSON.parse(text);
    if (parseDocument(text, { uniqueKeys: true }).errors.length === 0) return value;
  } catch {
    // Refused below.
  }
  throw new UpstreamError('malformed');
}
