import { channel } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';

type Reason = 'unreachable' | 'timeout' | 'status' | 'too_large' | 'malformed' | 'private_address';

/** A service behind this one did not answer, answered too late, or answered rubbish. */
export class UpstreamError extends Error {
  constructor(readonly reason: Reason) {
    super(`The outside service failed: ${reason}`);
  }
}

export type OutsideService =
  'client_documents' | 'geocoder' | 'images' | 'mail' | 'object_store' | 'scanner' | 'sign_on' | 'webhooks';

/** A call to an outside service, and never what it was about or for whom. */
export interface OutsideCall {
  service: OutsideService;
  /** `ok`, or one of a few kinds of failure. */
  outcome: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
}

/** Where whoever looks on hears of each call when it is over, in the context of the one who made it. */
export const outsideCalls = channel('school-directory:outside-call');

/** Lets `work` ask the service, and tells of it where anybody listens. */
export async function outsideCall<T>(
  service: OutsideService,
  work: () => Promise<T>,
  kindOf: (error: unknown) => string = kindOfFailure,
): Promise<T> {
  if (!outsideCalls.hasSubscribers) return work();
  const startedAt = now();
  const count = (outcome: string): void =>
    outsideCalls.publish({ service, outcome, startedAt, endedAt: now() } satisfies OutsideCall);
  try {
    const result = await work();
    count('ok');
    return result;
  } catch (error) {
    count(kindOf(error));
    throw error;
  }
}

/** Not the clock of the service: durations are those of the machine, whatever time a test has set. */
const now = (): number => performance.timeOrigin + performance.now();

/** The kind of a failure, one of a few, whatever the error says. */
export function kindOfFailure(error: unknown): string {
  if (error instanceof UpstreamError) return error.reason;
  const { name } = (error ?? {}) as { name?: string };
  return name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'failed';
}
