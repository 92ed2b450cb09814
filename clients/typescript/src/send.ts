export type Send = (request: Request) => Promise<Response>;

/** @param siteUrl the bare address of the service, without /api/v1 */
export const baseUrlOf = (siteUrl: string): string => `${siteUrl.replace(/\/+$/, '')}/api/v1`;

/** Sends, and sends once more when the connection was lost: only for what may happen twice. */
export async function sendAgainIfLost(send: Send, request: Request): Promise<Response> {
  const again = request.clone();
  try {
    return await send(request);
  } catch (error) {
    // What fetch throws when there is no answer; an AbortError, for one, is something else.
    if (!(error instanceof TypeError)) throw error;
    return send(again);
  }
}
