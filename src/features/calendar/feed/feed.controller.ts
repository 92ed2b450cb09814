import { Controller, Get, Param, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { CalendarSubscriptionsService } from './calendar-subscriptions.service.js';
import { Compressed } from '../../../platform/http/compressed.js';
import {
  type ConditionalText,
  ConditionalTextInterceptor,
} from '../../../platform/http/conditional-text.interceptor.js';

/** `{site_url}/api/calendar/subscribe/{token}/feed.ics` (operations section 2): the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'calendar/subscribe/:token/feed.ics', version: VERSION_NEUTRAL })
@Public()
export class FeedController {
  constructor(private readonly subscriptions: CalendarSubscriptionsService) {}

  /** HEAD as well. */
  @Get()
  @UseInterceptors(ConditionalTextInterceptor)
  @Compressed()
  getCalendarFeed(@Param('token') token: string): Promise<ConditionalText> {
    return this.subscriptions.findFeed(token);
  }
}
