import { Controller, Get, HttpCode, Ip, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import {
  type Form,
  FormBody,
  FormPage,
  PageLanguageOf,
  ReceivesForm,
} from '../../platform/pages/form-page.js';
import type { PageLanguage } from '../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
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
  showPasswordForgotten(@PageLanguageOf() language: PageLanguage): HtmlPage {
    return this.requests.show(language);
  }

  @Post('forgotten')
  @HttpCode(200)
  @ReceivesForm()
  requestPasswordLink(
    @FormBody() form: Form,
    @PageLanguageOf() language: PageLanguage,
    @Ip() address: string,
  ): Promise<HtmlPage> {
    return this.requests.request(form, language, address);
  }

  @Get('set')
  @FormPage()
  showNewPassword(@PageLanguageOf() language: PageLanguage): HtmlPage {
    return this.links.show(language);
  }

  @Post('set')
  @HttpCode(200)
  @ReceivesForm()
  setPasswordByLink(@FormBody() form: Form, @PageLanguageOf() language: PageLanguage): Promise<HtmlPage> {
    return this.links.set(form, language);
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
  showInvitation(@PageLanguageOf() language: PageLanguage): HtmlPage {
    return this.pages.show(language);
  }

  /** Changes nothing: it shows who has invited whom, to whoever has the link. */
  @Post('open')
  @HttpCode(200)
  @ReceivesForm()
  openInvitation(@FormBody() form: Form, @PageLanguageOf() language: PageLanguage): Promise<HtmlPage> {
    return this.pages.open(form, language);
  }

  @Post()
  @HttpCode(200)
  @ReceivesForm()
  acceptInvitation(
    @FormBody() form: Form,
    @PageLanguageOf() language: PageLanguage,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HtmlPage> {
    return this.pages.accept(form, language, { request, response });
  }

  @Post('renew')
  @HttpCode(200)
  @ReceivesForm()
  renewInvitation(
    @FormBody() form: Form,
    @PageLanguageOf() language: PageLanguage,
    @Ip() address: string,
  ): Promise<HtmlPage> {
    return this.pages.renew(form, language, address);
  }
}
