import { hash } from 'node:crypto';
import { LruCache } from '../../../platform/cache/lru-cache.js';
import type { FoundFeed } from '../../subscriptions/subscribed-feed.js';
import type { FeedRepository, FoundCalendarFeed } from './feed.repository.js';

/** Bytes of digests that a process remembers (`KnownFeeds`): those of about 10,000 feeds. */
const CACHE_BYTES = 4 * 1024 * 1024;

interface Known {
  /** Revision of the calendar. */
  revision: string;
  /** Milliseconds since 1970, in between which it holds; null: for ever. */
  from: number;
  until: number | null;
  digest: string;
}

/**
 * Which content feeds have, for as long as nothing can have changed it: the calendar has the same revision, and nothing
 * has opened, closed or gone meanwhile. Whether the address still leads there is asked every time. Tokens themselves
 * are not kept.
 */
export class KnownFeeds {
  private readonly known = new LruCache<string>(CACHE_BYTES);

  constructor(private readonly feeds: FeedRepository) {}

  /** Null when the address leads nowhere, or no longer. */
  async find(token: string, now: Date): Promise<FoundFeed | null> {
    const key = hash('sha256', token, 'base64');
    const known = this.holding(key, now.getTime());
    if (known) {
      const state = await this.feeds.findFeedState(token, now);
      if (!state) return null;
      if (state.revision === known.revision) return { ...state, digest: known.digest, content: null };
    }
    const found = await this.feeds.findFeed(token, now, 'digest');
    if (found) this.remember(key, found, now.getTime());
    return found;
  }

  private holding(key: string, now: number): Known | null {
    const text = this.known.get(key);
    if (text === undefined) return null;
    const known = JSON.parse(text) as Known;
    return known.from <= now && (known.until === null || now < known.until) ? known : null;
  }

  private remember(key: string, { revision, next_moment, digest }: FoundCalendarFeed, now: number): void {
    const known: Known = { revision, from: now, until: next_moment?.getTime() ?? null, digest };
    const text = JSON.stringify(known);
    this.known.set(key, text, key.length + text.length);
  }
}
