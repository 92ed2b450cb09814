import { Controller, Get, HttpCode, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from '../pages/account-visit.service.js';
import { PasswordLinks } from './password-links.service.js';
import { PasswordLinkRequests } from './password-link-requests.service.js';

/**
 * `{site_url}/password/…`. A link's secret stands behind the `#`, and comes by POST alone: programs that look at mail follow
 * links, and change nothing.
 */
@ApiExcludeController()
@Controller({ path: 'password', version: VERSION_NEUTRAL })
@Public()
export class PasswordLinksController {
  constructor(
    private readonly requests: PasswordLinkRequests,
    private readonly links: PasswordLinks,
  ) {}

  @Get('forgotten')
  @FormPage()
  showPasswordForgotten(@CurrentVisit() visit: Visit): HtmlPage {
    return this.requests.show(visit);
  }

  @Post('forgotten')
  @HttpCode(200)
  @ReceivesForm()
  requestPasswordLink(@FormBody() form: Form, @CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.requests.request(form, visit);
  }

  @Get('set')
  @FormPage()
  showNewPassword(@CurrentVisit() visit: Visit): HtmlPage {
    return this.links.show(visit);
  }

  @Post('set')
  @HttpCode(200)
  @ReceivesForm()
  setPasswordByLink(@FormBody() form: Form, @CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.links.set(form, visit);
  }

  @Get('set/again')
  @FormPage()
  showPasswordAgain(@CurrentVisit() visit: Visit): HtmlPage {
    return this.links.showAgain(visit);
  }
}
