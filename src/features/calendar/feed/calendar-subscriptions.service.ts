import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import {
  type Filters,
  type Subscriber,
  SubscriptionsService,
} from '../../subscriptions/subscriptions.service.js';
import type { CalendarSubscriptionBody, CalendarSubscriptionInput } from './calendar-subscription.dto.js';
import { feedCalendar, FORMAT } from './feed-calendar.js';
import type { FeedContent } from './feed-content.js';
import { FeedRepository } from './feed.repository.js';
import { KnownFeeds } from './known-feeds.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

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
