import { Controller, Get, Param, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../access/access-rule.js';
import { Compressed } from '../../../http/compressed.js';
import {
  ConditionalTextInterceptor,
  type ConditionalText,
} from '../../../http/conditional-text.interceptor.js';
import { MenuCalendarService } from './menu-calendar.service.js';

/** `{site_url}/api/menus/subscribe/{token}/feed.ics` (contract section 12b): the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'menus/subscribe/:token/feed.ics', version: VERSION_NEUTRAL })
@Public()
export class MenuCalendarController {
  constructor(private readonly calendars: MenuCalendarService) {}

  /** HEAD as well. */
  @Get()
  @UseInterceptors(ConditionalTextInterceptor)
  @Compressed()
  getMenuFeed(@Param('token') token: string): Promise<ConditionalText> {
    return this.calendars.find(token);
  }
}
