export interface Answer {
  /** The body as the API sent it. */
  text: string;
  /** It is the API's error body. */
  isError: boolean;
}

export interface Limits {
  /** Milliseconds for everything, from connecting to the last byte. */
  deadlineMs: number;
  maxBytes: number;
}

/**
 * Longer than the API itself waits for others, as for a geocoder. Common clients give up on messages above
 * 10 MiB, and an answer grows by its quotation marks when it becomes one.
 */
const LIMITS: Limits = { deadlineMs: 30_000, maxBytes: 8 * 1024 * 1024 };

/** Failures in words for people, without the address and the token. */
const FAILURES = {
  unreachable: 'The school directory could not be reached.',
  timeout: 'The school directory did not answer in time.',
  too_large: 'The answer is too large to be passed on: ask for less.',
  redirect: 'The school directory answered with a redirect, which is not followed.',
  malformed: 'What answered is not the API of a school directory.',
};

class TransportFailure extends Error {
  constructor(readonly reason: keyof typeof FAILURES) {
    super(FAILURES[reason]);
  }
}

/** The API, for reading, in the name of one user. */
export class Api {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    private readonly limits = LIMITS,
  ) {}

  /**
   * Exactly one GET, whose answer is handed on unchanged. Where there is none of the API's, the answer has the
   * shape of its errors and the code `upstream_unreachable`.
   * @param target path below {base_url}, encoded, with its query
   */
  async get(target: string, signal: AbortSignal): Promise<Answer> {
    const deadline = AbortSignal.timeout(this.limits.deadlineMs);
    try {
      return await this.ask(target, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (error instanceof TransportFailure) return unreachable(error.reason);
      return unreachable(deadline.aborted ? 'timeout' : 'unreachable');
    }
  }

  private async ask(target: string, signal: AbortSignal): Promise<Answer> {
    const response = await fetch(this.baseUrl + target, {
      headers: { accept: 'application/json', authorization: `Bearer ${this.token}` },
      redirect: 'manual',
      signal,
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new TransportFailure('redirect');
    }
    const text = textOf(await boundedBody(response, this.limits.maxBytes));
    return { text, isError: !response.ok };
  }
}

async function boundedBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > maxBytes) throw new TransportFailure('too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Every body of the API is JSON; a page of something in between is not its answer. */
function textOf(body: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    JSON.parse(text);
    return text;
  } catch {
    throw new TransportFailure('malformed');
  }
}

function unreachable(reason: keyof typeof FAILURES): Answer {
  const error = { code: 'upstream_unreachable', message: FAILURES[reason] };
  return { text: JSON.stringify({ error }), isError: true };
}
