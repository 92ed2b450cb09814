import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { SETTINGS } from '../../../config/settings.constants.js';
import type { Settings } from '../../../config/settings.js';
import type { ConditionalText } from '../../../http/conditional-text.interceptor.js';
import { FeedChangesRepository } from '../../../ics/feed-changes.repository.js';
import { SubscribedFeed } from '../../../ics/subscribed-feed.js';
import { FORMAT, feedCalendar } from './feed-calendar.js';
import type { FeedContent } from './feed-content.js';
import { FeedRepository } from './feed.repository.js';
import { KnownFeeds } from './known-feeds.js';

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
