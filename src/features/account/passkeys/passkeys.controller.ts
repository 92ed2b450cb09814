import { Controller, Get, HttpCode, Param, Post, Query, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow, IsString, MaxLength } from 'class-validator';
import { Public } from '../../../platform/auth/access-rule.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import { OwnPagesGuard } from '../../../platform/pages/own-pages.guard.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from '../pages/account-visit.service.js';
import { PasskeysService } from './passkeys.service.js';

/** The answer of the browser's authenticator, as WebAuthn writes it (`PublicKeyCredential.toJSON`). */
export class PasskeyAnswer {
  @Allow()
  answer?: unknown;
}

class NewPasskey extends PasskeyAnswer {
  @IsString()
  @MaxLength(400)
  name: string;
}

@ApiExcludeController()
@Controller({ path: 'account/passkeys', version: VERSION_NEUTRAL })
@Public()
export class PasskeysController {
  constructor(private readonly passkeys: PasskeysService) {}

  @Get()
  @FormPage()
  showPasskeys(@CurrentVisit() visit: Visit, @Query('done') done?: string): Promise<HtmlPage> {
    return this.passkeys.show(visit, done);
  }

  @Post('options')
  @HttpCode(200)
  @UseGuards(OwnPagesGuard)
  getNewPasskeyOptions(@CurrentVisit() visit: Visit) {
    return this.passkeys.options(visit);
  }

  @Post()
  @HttpCode(204)
  @UseGuards(OwnPagesGuard)
  addPasskey(@CurrentVisit() visit: Visit, @JsonBody() passkey: NewPasskey): Promise<void> {
    return this.passkeys.add(visit, passkey);
  }

  @Get(':passkeyId')
  @FormPage()
  showPasskey(@CurrentVisit() visit: Visit, @Param('passkeyId') id: string): Promise<HtmlPage> {
    return this.passkeys.showOne(visit, id);
  }

  @Post(':passkeyId')
  @HttpCode(200)
  @ReceivesForm()
  renamePasskey(
    @CurrentVisit() visit: Visit,
    @Param('passkeyId') id: string,
    @FormBody() form: Form,
  ): Promise<HtmlPage> {
    return this.passkeys.rename(visit, id, form);
  }

  @Post(':passkeyId/remove')
  @HttpCode(200)
  @ReceivesForm()
  removePasskey(@CurrentVisit() visit: Visit, @Param('passkeyId') id: string): Promise<HtmlPage> {
    return this.passkeys.remove(visit, id);
  }
}
