import { ConnectionError } from './connection-error.js';

export type Send = (request: Request) => Promise<Response>;

/** @param siteUrl the bare address of the service, without /api/v1 */
export const baseUrlOf = (siteUrl: string): string => `${siteUrl.replace(/\/+$/, '')}/api/v1`;

/** Sends, and throws a {@link ConnectionError} when the answer does not come, or not to its end. */
export function connected(send: Send = (request) => fetch(request)): Send {
  return async (request) => {
    const failed = (error: unknown): never => {
      throw asConnectionError(error, request);
    };
    return whole(await send(request).catch(failed), failed);
  };
}

/** What fetch throws when there is no answer; an AbortError, for one, is something else. */
const asConnectionError = (error: unknown, { method, url }: Request): unknown =>
  error instanceof TypeError ? new ConnectionError(method, url.replace(/\?.*/, ''), error) : error;

/** The body comes later than the head, and may be lost alone. */
function whole(response: Response, failed: (error: unknown) => never): Response {
  for (const name of ['text', 'json', 'blob', 'arrayBuffer'] as const) {
    const read = response[name].bind(response) as () => Promise<unknown>;
    const value = () => (response.bodyUsed ? read() : read().catch(failed));
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
