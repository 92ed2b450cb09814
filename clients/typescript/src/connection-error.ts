/** No answer came: offline, a name that is not found, a lost connection, an origin that CORS_ORIGINS does not name, or no time left. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    readonly method: string,
    /** Without its query, which is nobody's business in a log. */
    readonly url: string,
    /** What fetch has thrown; a TimeoutError when `timeoutMs` was over. */
    cause: TypeError | DOMException,
  ) {
    super(`No answer to ${method} ${url}: ${cause.message}`, { cause });
  }
}
