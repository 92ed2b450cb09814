import { Controller, Get, Param, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../access/access-rule.js';
import { Compressed } from '../../../http/compressed.js';
import {
  ConditionalTextInterceptor,
  type ConditionalText,
} from '../../../http/conditional-text.interceptor.js';
import { FeedService } from './feed.service.js';

/** `{site_url}/api/calendar/subscribe/{token}/feed.ics` (operations section 2): the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'calendar/subscribe/:token/feed.ics', version: VERSION_NEUTRAL })
@Public()
export class FeedController {
  constructor(private readonly feeds: FeedService) {}

  /** HEAD as well. */
  @Get()
  @UseInterceptors(ConditionalTextInterceptor)
  @Compressed()
  getCalendarFeed(@Param('token') token: string): Promise<ConditionalText> {
    return this.feeds.find(token);
  }
}
