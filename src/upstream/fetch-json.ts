import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookUpPublic } from './public-address.js';
import { UpstreamError } from './upstream-error.js';

export interface FetchLimits {
  /** Milliseconds for everything, from connecting to the last byte. */
  deadlineMs: number;
  maxBytes: number;
}

/**
 * One outside call to an address that the operator has set: with a deadline, a bound on what is read, and no redirect
 * followed.
 * @throws UpstreamError whose message tells nothing of what was asked
 */
export async function fetchJson(url: URL, limits: FetchLimits, init: RequestInit = {}): Promise<unknown> {
  return withinLimits(limits, async (signal) => {
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    if (!response.ok) throw new UpstreamError('status');
    return response.body ?? [];
  });
}

/**
 * The same for an address that an outside service named: by https to the public internet, unless it leads to where that
 * service is itself.
 * @throws UpstreamError
 */
export async function fetchNamedJson(url: URL, namedBy: URL, limits: FetchLimits): Promise<unknown> {
  if (url.origin === namedBy.origin) return fetchJson(url, limits);
  return withinLimits(limits, async (signal) => {
    // A name is judged when it is looked up; an address is not looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = isIP(host) !== 0 && !isPublicAddress(host);
    if (isPrivate || url.protocol !== 'https:') throw new UpstreamError('private_address');
    const asked = get(url, { lookup: lookUpPublic, signal, agent: false });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return response as AsyncIterable<Uint8Array>;
    asked.destroy();
    throw new UpstreamError('status');
  });
}

async function withinLimits(
  { deadlineMs, maxBytes }: FetchLimits,
  ask: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
): Promise<unknown> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return parse(await boundedText(await ask(signal), maxBytes));
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw new UpstreamError(signal.aborted ? 'timeout' : 'unreachable');
  }
}

async function boundedText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of body) {
    size += bytes.byteLength;
    if (size > maxBytes) throw new UpstreamError('too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError('malformed');
  }
}
