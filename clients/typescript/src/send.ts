import { ConnectionError } from './connection-error.js';
import { Deadline } from './deadline.js';

/** A school's network in the morning, and a photo on its way. */
export const DEFAULT_TIMEOUT_MS = 60_000;

export type Send = (request: Request) => Promise<Response>;

/** @param siteUrl the bare address of the service, without /api/v1 */
export const baseUrlOf = (siteUrl: string): string => `${siteUrl.replace(/\/+$/, '')}/api/v1`;

/**
 * Sends, and throws a {@link ConnectionError} when the answer does not come, or not to its end.
 * @param timeoutMs for the head of the answer, and once more for its body
 */
export function connected(
  send: Send = (request) => fetch(request),
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Send {
  return async (request) => {
    const deadline = new Deadline(request, timeoutMs);
    const failed = (error: unknown): never => {
      if (deadline.expired) throw lost(request, deadline.expired);
      throw error instanceof TypeError ? lost(request, error) : error;
    };
    const response = await deadline.within(() => send(deadline.request)).catch(failed);
    return whole(response, (read) => deadline.within(read).catch(failed));
  };
}

/** An AbortError of the caller's, for one, is something else. */
const lost = ({ method, url }: Request, error: TypeError | DOMException): ConnectionError =>
  new ConnectionError(method, url.replace(/\?.*/, ''), error);

/** The body comes later than the head, and may be lost alone. */
function whole(response: Response, received: <T>(read: () => Promise<T>) => Promise<T>): Response {
  for (const name of ['text', 'json', 'blob', 'arrayBuffer'] as const) {
    const read = response[name].bind(response) as () => Promise<unknown>;
    const value = () => (response.bodyUsed ? read() : received(read));
    Object.defineProperty(response, name, { value });
  }
  return response;
}

/** Sends, and sends once more when the connection was lost: only for what may happen twice. */
export async function sendAgainIfLost(send: Send, request: Request): Promise<Response> {
  const again = request.clone();
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return send(again);
  }
}
