import { Controller, Get, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { MailedCodePages } from './mailed-code-pages.service.js';
import { SignInPagesService } from './sign-in-pages.service.js';

/** `/sign-in` leads to the account; `/sign-in/{uid}` to the application that has sent the browser here. */
@ApiExcludeController()
@Controller({ path: ['sign-in', 'sign-in/:uid'], version: VERSION_NEUTRAL })
@Public()
export class SignInController {
  constructor(
    private readonly signIn: SignInPagesService,
    private readonly mailedCodes: MailedCodePages,
  ) {}

  @Get()
  @FormPage()
  showSignIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<HtmlPage> {
    return this.signIn.show(request, response);
  }

  @Post('password')
  @ReceivesForm()
  signInByPassword(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.signIn.withPassword(request, response, form);
  }

  @Post('code')
  @ReceivesForm()
  signInByCode(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.signIn.withCode(request, response, form);
  }

  @Post('mail-code')
  @ReceivesForm()
  mailSignInCode(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<HtmlPage> {
    return this.signIn.mailCode(request, response);
  }

  @Post('by-mail')
  @ReceivesForm()
  requestSignInCode(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.mailedCodes.request(request, response, form);
  }

  @Post('by-mail/code')
  @ReceivesForm()
  signInByMailedCode(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.mailedCodes.signIn(request, response, form);
  }

  @Post('consent')
  @ReceivesForm()
  allowApplication(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.signIn.consent(request, response, form);
  }

  @Post('sign-out')
  @ReceivesForm()
  signInAsSomebodyElse(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HtmlPage> {
    return this.signIn.signOut(request, response);
  }
}
