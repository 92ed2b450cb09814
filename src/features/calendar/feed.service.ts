import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import type { ConditionalText } from '../../platform/http/conditional-text.interceptor.js';
import { FeedChangesRepository } from '../../platform/ics/feed-changes.repository.js';
import { type FoundFeed, SubscribedFeed } from '../../platform/ics/subscribed-feed.js';
import { feedCalendar, FORMAT } from './feed-calendar.js';
import type { FeedContent } from './feed-content.js';
import { FeedRepository, type FoundCalendarFeed } from './feed.repository.js';
import { LruCache } from '../../platform/cache/lru-cache.js';

/** About 10,000 feeds. */
const CACHE_BYTES = 4 * 1024 * 1024;

interface Known {
  /** Of the calendar. */
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
      const standing = await this.feeds.findStanding(token);
      if (!standing) return null;
      if (standing.revision === known.revision) return { ...standing, digest: known.digest, content: null };
    }
    const found = await this.feeds.find(token, now, 'digest');
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

/** A feed of 500 events is 300 kB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Calendar feeds. */
@Injectable()
export class FeedService {
  private readonly feed: SubscribedFeed;

  constructor(
    feeds: FeedRepository,
    changes: FeedChangesRepository,
    clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const known = new KnownFeeds(feeds);
    this.feed = new SubscribedFeed(
      {
        feature: 'calendar',
        format: FORMAT,
        fileName: 'calendar.ics',
        maxBytes: MAX_BYTES,
        find: (token, now, content) =>
          content === 'digest' ? known.find(token, now) : feeds.find(token, now, content),
        noteChange: (found, now) => changes.note('calendar_subscriptions', found, now),
        write: (content) => feedCalendar(JSON.parse(content) as FeedContent, settings),
      },
      clock,
      settings,
    );
  }

  /** @throws NotFoundError for everything that is no feed, or none any more */
  find(token: string): Promise<ConditionalText> {
    return this.feed.find(token);
  }
}
