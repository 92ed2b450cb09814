import { Controller, Get, HttpCode, Param, Post, VERSION_NEUTRAL, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../access/access-rule.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** `{site_url}/api/mail/unsubscribe/{token}`, from List-Unsubscribe and the foot of a mail: the token is the credential. */
@ApiExcludeController()
@Controller({ path: 'mail/unsubscribe/:token', version: VERSION_NEUTRAL })
@Public()
export class UnsubscribeController {
  constructor(private readonly choices: UnsubscribeService) {}

  /** Changes nothing: programs that look at mail follow links. */
  @Get()
  showUnsubscribePage(@Param('token') token: string): Promise<StreamableFile> {
    return this.choices.ask(token);
  }

  /** From the page, or by the mail program itself: what is sent along says nothing more. */
  @Post()
  @HttpCode(200)
  unsubscribe(@Param('token') token: string): Promise<StreamableFile> {
    return this.choices.unsubscribe(token);
  }
}
