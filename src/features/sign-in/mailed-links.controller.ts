import { Controller, Get, HttpCode, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../platform/pages/form-page.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from './account-visit.service.js';
import { InvitationPagesService } from './invitation-links.service.js';
import { PasswordLinkRequests, PasswordLinks } from './mailed-links.service.js';

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

/** `{site_url}/invitation`. */
@ApiExcludeController()
@Controller({ path: 'invitation', version: VERSION_NEUTRAL })
@Public()
export class InvitationLinksController {
  constructor(private readonly pages: InvitationPagesService) {}

  @Get()
  @FormPage()
  showInvitation(@CurrentVisit() visit: Visit): HtmlPage {
    return this.pages.show(visit);
  }

  /** Changes nothing: it shows who has invited whom, to whoever has the link. */
  @Post('open')
  @HttpCode(200)
  @ReceivesForm()
  openInvitation(@FormBody() form: Form): HtmlPage {
    return this.pages.open(form);
  }

  @Get('open')
  @FormPage()
  showOpenedInvitation(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.pages.showOpened(visit);
  }

  @Post()
  @HttpCode(200)
  @ReceivesForm()
  acceptInvitation(@FormBody() form: Form, @CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.pages.accept(form, visit);
  }

  @Post('renew')
  @HttpCode(200)
  @ReceivesForm()
  renewInvitation(@FormBody() form: Form, @CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.pages.renew(form, visit);
  }
}
