import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import { FormPageErrors } from '../../../platform/pages/form-page-errors.js';
import { OwnPagesGuard } from '../../../platform/pages/own-pages.guard.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from './account-visit.service.js';
import { AccountService } from './account.service.js';
import { OwnPasswordService } from '../passwords/own-password.service.js';

/** Pages on which people look after their account, each signed in by the browser's own session. */
@ApiExcludeController()
@Controller({ path: 'account', version: VERSION_NEUTRAL })
@Public()
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly passwords: OwnPasswordService,
  ) {}

  @Get()
  @FormPage()
  showAccount(@CurrentVisit() visit: Visit, @Query('done') done?: string): Promise<HtmlPage> {
    return this.account.show(visit, done);
  }

  @Get('confirm')
  @FormPage()
  showConfirmation(@CurrentVisit() visit: Visit, @Query('then') then?: string): Promise<HtmlPage> {
    return this.passwords.showConfirmation(visit, then);
  }

  @Post('confirm')
  @HttpCode(200)
  @ReceivesForm()
  confirmIdentity(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.passwords.confirm(visit, form);
  }

  @Get('password')
  @FormPage()
  showPassword(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.show(visit);
  }

  @Post('password')
  @HttpCode(200)
  @ReceivesForm()
  changePassword(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.passwords.change(visit, form);
  }

  @Post('sessions/:sessionId/end')
  @HttpCode(200)
  @ReceivesForm()
  endSession(@CurrentVisit() visit: Visit, @Param('sessionId') sessionId: string): Promise<HtmlPage> {
    return this.account.endSession(visit, sessionId);
  }

  @Post('sessions/end')
  @HttpCode(200)
  @ReceivesForm()
  signOutEverywhere(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.signOutEverywhere(visit);
  }

  @Post('sign-out')
  @HttpCode(200)
  @ReceivesForm()
  signOut(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.signOut(visit);
  }

  /** A form sends for it, so that no other site's page can. */
  @Post('export')
  @HttpCode(200)
  @UseGuards(OwnPagesGuard)
  @UseFilters(FormPageErrors)
  @Header('Content-Disposition', 'attachment; filename="school-directory-export.json"')
  downloadMyData(@CurrentVisit() visit: Visit) {
    return this.account.export(visit);
  }
}
