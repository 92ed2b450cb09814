import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { type Filters, SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { FORMAT, menuCalendar, type MenuContent } from './menu-calendar.js';
import { MenuCalendarRepository } from './menu-calendar.repository.js';
import type { MenuSubscriptionBody, MenuSubscriptionInput } from './menu.dto.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** A year of lunches is 60 kB, and is the same for a whole school. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Standing addresses of the caller's own at which calendar apps read menus. */
@Injectable()
export class MenuSubscriptionsService extends SubscriptionsService<
  MenuSubscriptionBody,
  MenuSubscriptionInput
> {
  constructor(
    menus: MenuCalendarRepository,
    dataSource: DataSource,
    transactions: Transactions,
    clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    super(
      {
        table: {
          name: 'menu_subscriptions',
          filters: ['meal_types'],
          defaultName: `school.name || ': Menus'`,
        },
        folder: 'menus',
        feed: {
          feature: 'lunch_menus',
          format: FORMAT,
          fileName: 'menus.ics',
          maxBytes: MAX_BYTES,
          find: (token, now, content) => menus.findFeed(token, now, content),
          write: (content) => menuCalendar(JSON.parse(content) as MenuContent, settings.siteUrl),
        },
      },
      dataSource,
      transactions,
      clock,
      settings,
    );
  }

  protected async filtersFrom(input: MenuSubscriptionInput): Promise<Filters<MenuSubscriptionBody>> {
    return { meal_types: input.meal_types ?? [] };
  }
}
