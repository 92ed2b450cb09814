import { request as requestOverHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { type FetchLimits, readBounded } from './fetch-json.js';
import { UpstreamError } from './outside-call.js';
import { isAddressHost, resolvePublic } from './public-address.js';

export type PostFailure = 'status' | 'timeout' | 'unreachable' | 'too_large' | 'private_address';

/** What has become of a message. */
export interface PostOutcome {
  /** Of the answer; null where there was none. */
  status: number | null;
  /** Null when a whole answer of status 2xx has come. */
  failure: PostFailure | null;
}

export interface Post {
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a message to an address that a member has set: to the public internet alone, by a connection of its own, and no
 * redirect is followed. It never throws.
 * @param isLoopbackAllowed 127.0.0.1 besides: for tests
 */
export async function postBounded(
  url: URL,
  post: Post,
  limits: FetchLimits,
  isLoopbackAllowed: boolean,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(limits.deadlineMs);
  let status: number | null = null;
  try {
    assertReachable(url, isLoopbackAllowed);
    const answer = await answerOf(url, post, signal);
    status = answer.statusCode ?? null;
    await readBounded(answer, limits.maxBytes);
    // An answer that the deadline cuts off looks whole where the end of the connection is the end of the answer.
    signal.throwIfAborted();
    const isTaken = status !== null && status >= 200 && status < 300;
    return { status, failure: isTaken ? null : 'status' };
  } catch (error) {
    return { status, failure: failureOf(error, signal) };
  }
}

/** A name is judged when it is looked up; an address is not looked up. */
function assertReachable({ protocol, hostname }: URL, isLoopbackAllowed: boolean): void {
  if (isLoopbackAllowed && hostname === '127.0.0.1') return;
  if (protocol !== 'https:' || isAddressHost(hostname)) throw new UpstreamError('private_address');
}

function answerOf(url: URL, { headers, body }: Post, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'User-Agent': 'school-directory', 'Content-Length': Buffer.byteLength(body) },
    lookup: resolvePublic,
    signal,
    agent: false,
  };
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
  return new Promise((resolve, reject) => {
    // A failure after the answer has begun reaches its reader as well.
    request(url, options, resolve).on('error', reject).end(body);
  });
}

function failureOf(error: unknown, signal: AbortSignal): PostFailure {
  const { reason } = error instanceof UpstreamError ? error : { reason: null };
  if (reason === 'too_large' || reason === 'private_address') return reason;
  return signal.aborted ? 'timeout' : 'unreachable';
}
