import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Callers that are remembered at once; a few megabytes. */
const MAX = 20_000;

/** Milliseconds in which an app that was let in reads everything that it shows first. */
const VISIT_MS = 5_000;

/**
 * Callers who were let in lately, by a digest of what they prove themselves with. An app opens with several requests: those that
 * follow the first are let in before newcomers are, or else many would get a part of what they need and nobody all of it.
 */
export class RecentVisitors {
  /** When each was let in. With `max` the places of all of them would be made at once. */
  private readonly letInAt = new LRUCache<string, number>({ maxSize: MAX, sizeCalculation: () => 1 });

  /** @param nowMs of `Clock.elapsedMs` */
  has(authorization: string, nowMs: number): boolean {
    const since = this.letInAt.get(digest(authorization));
    return since !== undefined && nowMs - since < VISIT_MS;
  }

  /** A visit begins. It is not made longer by its requests: who goes on for long is a newcomer from time to time. */
  add(authorization: string, nowMs: number): void {
    this.letInAt.set(digest(authorization), nowMs);
  }
}

const digest = (authorization: string): string => hash('sha256', authorization, 'base64');
