import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { SETTINGS } from '../../../config/settings.constants.js';
import type { Settings } from '../../../config/settings.js';
import type { ConditionalText } from '../../../http/conditional-text.interceptor.js';
import { FeedChangesRepository } from '../../../ics/feed-changes.repository.js';
import { SubscribedFeed } from '../../../ics/subscribed-feed.js';
import { FORMAT, menuCalendar, type MenuContent } from './menu-calendar.js';
import { MenuCalendarRepository } from './menu-calendar.repository.js';

/** A year of lunches is 60 kB, and is the same for a whole school. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Menus as calendar apps read them. */
@Injectable()
export class MenuCalendarService {
  private readonly feed: SubscribedFeed;

  constructor(
    menus: MenuCalendarRepository,
    changes: FeedChangesRepository,
    clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.feed = new SubscribedFeed(
      {
        feature: 'lunch_menus',
        format: FORMAT,
        fileName: 'menus.ics',
        maxBytes: MAX_BYTES,
        find: (token, now, content) => menus.find(token, now, content),
        noteChange: (found, now) => changes.note('menu_subscriptions', found, now),
        write: (content) => menuCalendar(JSON.parse(content) as MenuContent, settings.siteUrl),
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
