import { Controller, Get, Param, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { Page } from '../../platform/pages/page.decorator.js';
import { LandingPageService } from './landing-page.service.js';

/** `{site_url}/schools/…`: where links of mails, feeds and notifications lead, for whoever opens them outside of the app. */
@ApiExcludeController()
@Controller({ path: 'schools/*path', version: VERSION_NEUTRAL })
@Public()
export class LandingPageController {
  constructor(private readonly pages: LandingPageService) {}

  /** HEAD as well. */
  @Get()
  @Page()
  showLandingPage(@Param('path') path: string[]): Promise<HtmlPage> {
    return this.pages.show(path);
  }
}
