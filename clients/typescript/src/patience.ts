import { retryAfterOf } from './retry-after.js';
import { sendAgainIfLost, type Send } from './send.js';

/** All waiting for one call together: somebody is looking at a screen. */
export const DEFAULT_MAX_WAIT_MS = 30_000;

const MAX_WAITS = 3;
/** Added by chance to each wait: clients that were told the same do not come again in the same moment. */
const JITTER_MS = 1_000;
/** A service that says 0 means soon: at once would be one request of many in a loop. */
const SHORTEST_WAIT_MS = 1_000;

/** May happen twice without harm: what only reads, and what the service knows again by its key. */
const isHarmless = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');

/**
 * Sends, and sends again what the service puts off, once it is time: after 429 everything, because nothing of it was done;
 * after 503 what is harmless. An answer without Retry-After is an answer, and so is one whose time is beyond `maxWaitMs`.
 */
export async function sendPatiently(
  send: Send,
  request: Request,
  maxWaitMs = DEFAULT_MAX_WAIT_MS,
  mayHappenTwice = isHarmless(request),
): Promise<Response> {
  let left = maxWaitMs;
  for (let waits = 0; ; waits += 1) {
    const copy = request.clone();
    const response = await (mayHappenTwice ? sendAgainIfLost(send, copy) : send(copy));
    const wait = waitAfter(response, mayHappenTwice);
    if (wait === null || wait > left || waits === MAX_WAITS) return response;
    const pauseMs = Math.min(left, wait + Math.random() * JITTER_MS);
    left -= pauseMs;
    // Its connection is free for the next one.
    await response.body?.cancel();
    await pause(pauseMs, request.signal);
  }
}

/** For renewals and the like, which the service answers the same again. */
export const sendRepeatably = (send: Send, request: Request): Promise<Response> =>
  sendPatiently(send, request, DEFAULT_MAX_WAIT_MS, true);

function waitAfter({ status, headers }: Response, mayHappenTwice: boolean): number | null {
  const isPutOff = status === 429 || (status === 503 && mayHappenTwice);
  const seconds = isPutOff ? retryAfterOf(headers) : null;
  return seconds === null ? null : Math.max(SHORTEST_WAIT_MS, seconds * 1000);
}

/** @throws what the caller has aborted with */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
