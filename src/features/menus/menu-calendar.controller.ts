import { Controller, Get, Param, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import { MenuSubscriptionsService } from './menu-subscriptions.service.js';
import { Compressed } from '../../platform/http/compressed.js';
import {
  type ConditionalText,
  ConditionalTextInterceptor,
} from '../../platform/http/conditional-text.interceptor.js';

/** `{site_url}/api/menus/subscribe/{token}/feed.ics` (contract section 12b): the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'menus/subscribe/:token/feed.ics', version: VERSION_NEUTRAL })
@Public()
export class MenuCalendarController {
  constructor(private readonly subscriptions: MenuSubscriptionsService) {}

  /** HEAD as well. */
  @Get()
  @UseInterceptors(ConditionalTextInterceptor)
  @Compressed()
  getMenuFeed(@Param('token') token: string): Promise<ConditionalText> {
    return this.subscriptions.findFeed(token);
  }
}
