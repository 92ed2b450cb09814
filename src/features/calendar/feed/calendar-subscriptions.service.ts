import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LruCache } from '../../../platform/cache/lru-cache.js';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import type { FoundFeed } from '../../subscriptions/subscribed-feed.js';
import {
  type Filters,
  type Subscriber,
  SubscriptionsService,
} from '../../subscriptions/subscriptions.service.js';
import type { CalendarSubscriptionBody, CalendarSubscriptionInput } from './calendar-subscription.dto.js';
import { feedCalendar, FORMAT } from './feed-calendar.js';
import type { FeedContent } from './feed-content.js';
import { FeedRepository, type FoundCalendarFeed } from './feed.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

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

/** Bytes of written feeds that a process caches; a feed of 500 events is 300 kB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Standing addresses of the caller's own at which calendar apps read the calendar. */
@Injectable()
export class CalendarSubscriptionsService extends SubscriptionsService<
  CalendarSubscriptionBody,
  CalendarSubscriptionInput
> {
  constructor(
    private readonly feeds: FeedRepository,
    dataSource: DataSource,
    transactions: Transactions,
    clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const known = new KnownFeeds(feeds);
    super(
      {
        table: {
          name: 'calendar_subscriptions',
          filters: ['organization_id', 'categories', 'tags'],
          defaultName: 'school.name',
        },
        folder: 'calendar',
        feed: {
          feature: 'calendar',
          format: FORMAT,
          fileName: 'calendar.ics',
          maxBytes: MAX_BYTES,
          find: (token, now, content) =>
            content === 'digest' ? known.find(token, now) : feeds.findFeed(token, now, content),
          write: (content) => feedCalendar(JSON.parse(content) as FeedContent, settings),
        },
      },
      dataSource,
      transactions,
      clock,
      settings,
    );
  }

  /** A subscription goes on with a category that has another name now. */
  renameCategory(manager: EntityManager, schoolId: string, from: string, to: string): Promise<void> {
    return this.feeds.renameCategory(manager, schoolId, from, to);
  }

  /** @throws ValidationFailedError an organization that is none of the school's, or archived */
  protected async filtersFrom(
    { organizationId = null, categories, tags }: CalendarSubscriptionInput,
    member: Subscriber,
  ): Promise<Filters<CalendarSubscriptionBody>> {
    if (organizationId !== null && !(await this.feeds.isOrganizationOf(member, organizationId)))
      throw invalidField('organizationId', 'organizationId must be an organization of the school');
    return { organization_id: organizationId, categories: categories ?? [], tags: tags ?? [] };
  }
}
