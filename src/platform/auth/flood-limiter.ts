import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimitedError } from '../errors/app-error.js';

/** Milliseconds within which the process in charge says whether there is room; a request waits no longer for a count. */
const ANSWER_MS = 500;

/**
 * Counts requests of each caller, in memory. The workers of a machine (`CLUSTER_WORKERS`) ask the process in charge of them, which counts for
 * all; a process that serves alone counts for itself.
 */
export class FloodLimiter {
  private readonly own: RateLimiterMemory;
  private readonly shared: RateLimiterCluster | null;

  /** @param name tells limits apart, the same in every worker @param seconds in which a caller has so many requests */
  constructor(name: string, requests: number, seconds: number) {
    const limit = { points: requests, duration: seconds, keyPrefix: name };
    this.own = new RateLimiterMemory(limit);
    this.shared = cluster.isWorker ? new RateLimiterCluster({ ...limit, timeoutMs: ANSWER_MS }) : null;
  }

  /** @throws RateLimitedError the caller has had all of theirs */
  async count(caller: string): Promise<void> {
    const isCounted = this.shared !== null && (await hasRoom(this.shared, caller));
    // The process in charge is too busy to count: a worker goes on by itself, rather than to refuse everybody.
    if (!isCounted) await this.own.consume(caller).catch(refuse);
  }
}

/** @returns false where nobody says whether there is room @throws RateLimitedError there is none */
function hasRoom(limiter: RateLimiterCluster, caller: string): Promise<boolean> {
  return limiter.consume(caller).then(
    () => true,
    (refusal: unknown) => refusal instanceof RateLimiterRes && refuse(refusal),
  );
}

function refuse(refusal: unknown): never {
  throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): RateLimitedError =>
  new RateLimitedError(Math.max(1, Math.ceil(msBeforeNext / 1000)), 'flood');
