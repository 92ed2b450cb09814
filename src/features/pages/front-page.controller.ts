import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { Page } from '../../platform/pages/page.decorator.js';
import { FrontPageService } from './front-page.service.js';

/** The bare address, for a person who opens it. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class FrontPageController {
  constructor(private readonly pages: FrontPageService) {}

  @Get('/')
  @Page()
  showFrontPage(): Promise<HtmlPage> {
    return this.pages.show();
  }
}
