import { Controller, HttpCode, Post, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { OwnPagesGuard } from '../../../platform/pages/own-pages.guard.js';
import { CurrentVisit, type Visit } from '../pages/account-visit.service.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import { PasskeyAnswer } from './passkeys.controller.js';

/** Spoken by `public/pages/passkey.js`. */
@ApiExcludeController()
@Controller({ path: 'sign-in/passkey', version: VERSION_NEUTRAL })
@Public()
@UseGuards(OwnPagesGuard)
export class PasskeySignInController {
  constructor(private readonly passkeys: PasskeySignIn) {}

  @Post('options')
  @HttpCode(200)
  getPasskeyOptions(@CurrentVisit() visit: Visit) {
    return this.passkeys.options(visit);
  }

  @Post()
  @HttpCode(204)
  signInWithPasskey(@CurrentVisit() visit: Visit, @JsonBody() { answer }: PasskeyAnswer): Promise<void> {
    return this.passkeys.signIn(visit, answer);
  }
}
