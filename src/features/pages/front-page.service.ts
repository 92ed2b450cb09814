import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { Readiness } from '../../platform/observability/readiness.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { SampleAccounts } from '../account/sample-accounts.js';
import { frontPage } from './front-page.view.js';

@Injectable()
export class FrontPageService {
  constructor(
    private readonly readiness: Readiness,
    private readonly samples: SampleAccounts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Answers also while the service is not ready: that is what the page then says. */
  async show(): Promise<HtmlPage> {
    const isReady = await this.readiness.isReady();
    const [admin] = isReady ? await this.samples.list() : [];
    return { html: frontPage(this.settings.siteUrl, isReady, admin?.email ?? null) };
  }
}
