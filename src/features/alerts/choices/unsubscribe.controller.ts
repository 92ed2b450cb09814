import { Controller, Get, HttpCode, Param, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { Page } from '../../../platform/pages/page.decorator.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** `{site_url}/api/mail/unsubscribe/{token}`, from List-Unsubscribe and the foot of a mail: the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'mail/unsubscribe/:token', version: VERSION_NEUTRAL })
@Public()
export class UnsubscribeController {
  constructor(private readonly choices: UnsubscribeService) {}

  /** Changes nothing: programs that look at mail follow links. */
  @Get()
  @Page()
  showUnsubscribePage(@Param('token') token: string): Promise<HtmlPage> {
    return this.choices.show(token);
  }

  /** From the page with `?mails=`, or by the mail program itself without: what is sent along says nothing more. */
  @Post()
  @HttpCode(200)
  @Page()
  changeSubscription(@Param('token') token: string, @Query('mails') mails?: string): Promise<HtmlPage> {
    return this.choices.change(token, mails);
  }
}
