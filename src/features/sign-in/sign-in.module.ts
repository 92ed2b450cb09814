import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { PersonModule } from '../person/person.module.js';
import { AccountChanges, AccountVisits } from './account-visit.service.js';
import { AccountController, AccountSettingsController } from './account.controller.js';
import { AccountRepository } from './account.repository.js';
import { AccountService, OwnPasswordService } from './account.service.js';
import { AddressesService } from './addresses.service.js';
import { AuthorizationServer } from './authorization-server.js';
import { OauthStorage } from './oauth-adapter.js';
import { OauthController } from './oauth.controller.js';
import { OauthRepository } from './oauth.repository.js';
import { PasskeysController, PasskeySignInController } from './passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeySignIn, PasskeysService } from './passkeys.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInPagesService } from './sign-in-pages.service.js';
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

const AUTHORIZATION = [AuthorizationServer, OauthRepository, OauthStorage, SignInPagesService];

/** The authorization server, and the pages on which people sign in and look after their accounts (contract section 17). */
@Module({
  imports: [IdentityModule, PersonModule],
  controllers: [
    AccountController,
    AccountSettingsController,
    OauthController,
    PasskeysController,
    PasskeySignInController,
    SignInController,
  ],
  providers: [...ACCOUNT, ...AUTHORIZATION],
})
export class SignInModule {}
