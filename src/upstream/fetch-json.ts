/** A service behind this one did not answer, answered too late, or answered rubbish. */
export class UpstreamError extends Error {
  constructor(readonly reason: 'unreachable' | 'timeout' | 'status' | 'too_large' | 'malformed') {
    super(`The outside service failed: ${reason}`);
  }
}

export interface FetchLimits {
  /** Milliseconds for everything, from connecting to the last byte. */
  deadlineMs: number;
  maxBytes: number;
}

/**
 * One outside call: with a deadline, a bound on what is read, and no redirect followed.
 * @throws UpstreamError whose message tells nothing of what was asked
 */
export async function fetchJson(url: URL, limits: FetchLimits, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(limits.deadlineMs),
    });
    if (!response.ok) throw new UpstreamError('status');
    return parse(await boundedText(response, limits.maxBytes));
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw new UpstreamError((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
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
