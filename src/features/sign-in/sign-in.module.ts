import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { PersonModule } from '../person/person.module.js';
import { AccountChanges, AccountVisits } from './account-visit.service.js';
import { AccountController, AccountSettingsController } from './account.controller.js';
import { AccountRepository } from './account.repository.js';
import { AccountService, OwnPasswordService } from './account.service.js';
import { AddressesService } from './addresses.service.js';
import { PasskeysController, PasskeySignInController } from './passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeySignIn, PasskeysService } from './passkeys.service.js';
import { Enrolments, TwoStepChanges, TwoStepSettingsService } from './two-step-settings.service.js';
import { WebAuthnAnswers } from './web-authn.service.js';

const ACCOUNT = [
  AccountChanges,
  AccountRepository,
  AccountService,
  AccountVisits,
  AddressesService,
  Enrolments,
  OwnPasswordService,
  PasskeySignIn,
  PasskeysRepository,
  PasskeysService,
  TwoStepChanges,
  TwoStepSettingsService,
  WebAuthnAnswers,
];

/** The authorization server, and the pages on which people sign in and look after their accounts (contract section 17). */
@Module({
  imports: [IdentityModule, PersonModule],
  controllers: [AccountController, AccountSettingsController, PasskeysController, PasskeySignInController],
  providers: ACCOUNT,
})
export class SignInModule {}
