/** No answer came: offline, a name that is not found, a lost connection, an origin that CORS_ORIGINS does not name. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    readonly method: string,
    /** Without its query, which is nobody's business in a log. */
    readonly url: string,
    /** What fetch has thrown. */
    cause: TypeError,
  ) {
    super(`No answer to ${method} ${url}: ${cause.message}`, { cause });
  }
}
