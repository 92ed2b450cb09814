import { retryAfterOf } from './retry-after.js';
import type { components } from './schema.js';

type Details = components['schemas']['ErrorDetails'];

export type ErrorCode = Details['code'];
export type ErrorReason = NonNullable<Details['reason']>;

/** An answer of 400 or more. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** Seconds to wait before the next attempt, with 429 and 503; null where the answer names none. */
  readonly retryAfter: number | null;

  constructor(
    readonly status: number,
    /** Stable: switch on it. Null when the answer is not the API's, say of a proxy on the way. */
    readonly code: ErrorCode | null,
    message: string,
    /** Stable sub-code, where there is one. */
    readonly reason: ErrorReason | null,
    /** What is wrong with which field; with `validation_failed`, and of a claim with reason `item_full`. */
    readonly fields: NonNullable<Details['fields']>,
    /** Of the header X-Request-Id: what an operator finds the request by. */
    readonly requestId: string | null,
    /** Of the answer. A page of another origin sees those that CORS exposes. */
    readonly headers: Headers = new Headers(),
  ) {
    super(message);
    this.retryAfter = retryAfterOf(headers);
  }

  /** Reads the answer's body. */
  static async from(response: Response): Promise<DirectoryError> {
    const details = await detailsOf(response);
    return new DirectoryError(
      response.status,
      details?.code ?? null,
      details?.message ?? `The service answered ${response.status}`,
      details?.reason ?? null,
      details?.fields ?? [],
      response.headers.get('x-request-id'),
      response.headers,
    );
  }
}

/** The code of a refusal; leaves the body to be read by others. */
export async function codeOf(response: Response): Promise<ErrorCode | null> {
  return (await detailsOf(response.clone()))?.code ?? null;
}

async function detailsOf(response: Response): Promise<Details | null> {
  try {
    return ((await response.json()) as components['schemas']['Error']).error;
  } catch {
    return null;
  }
}
