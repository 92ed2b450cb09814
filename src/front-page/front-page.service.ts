import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import type { HtmlPage } from '../pages/html-page.js';
import { Readiness } from '../health/readiness.js';
import { frontPage } from './front-page.js';

@Injectable()
export class FrontPageService {
  constructor(
    private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Answers also while the service is not ready: that is what the page then says. */
  async show(): Promise<HtmlPage> {
    return { html: frontPage(this.settings.siteUrl, await this.readiness.isReady()) };
  }
}
