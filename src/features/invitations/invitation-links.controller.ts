import { Controller, Get, HttpCode, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../platform/pages/form-page.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from '../account/pages/account-visit.service.js';
import { InvitationPagesService } from './invitation-pages.service.js';

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
