import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { PersonModule } from '../person/person.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { AccountChanges, AccountVisits } from './account-visit.service.js';
import { AccountController, AccountSettingsController } from './account.controller.js';
import { AccountRepository } from './account.repository.js';
import { AccountService, OwnPasswordService } from './account.service.js';
import { AddressesService } from './addresses.service.js';
import { AuthorizationServer } from './authorization-server.js';
import { Flash } from '../../platform/pages/flash.js';
import { InvitationLinks, InvitationPagesService, InvitedAccounts } from './invitation-links.service.js';
import { InvitationLinksController, PasswordLinksController } from './mailed-links.controller.js';
import { AddressProofs, PasswordLinkRequests, PasswordLinks } from './mailed-links.service.js';
import { OauthController } from './oauth.controller.js';
import { OauthRepository, OauthStorage } from './oauth.repository.js';
import { PasskeysController, PasskeySignInController } from './passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeySignIn, PasskeysService } from './passkeys.service.js';
import { AccountReviewController } from './review.controller.js';
import { ReviewService } from './review.service.js';
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
  Flash,
  OwnPasswordService,
  PasskeySignIn,
  PasskeysRepository,
  PasskeysService,
  ReviewService,
  TwoStepChanges,
  TwoStepSettingsService,
  WebAuthnAnswers,
];

const AUTHORIZATION = [AuthorizationServer, OauthRepository, OauthStorage, SignInPagesService];

const MAILED_LINKS = [
  AddressProofs,
  InvitationLinks,
  InvitationPagesService,
  InvitedAccounts,
  PasswordLinkRequests,
  PasswordLinks,
];

/** The authorization server, and the pages on which people sign in and look after their accounts (contract section 17). */
@Module({
  imports: [IdentityModule, PersonModule, ProfileModule, RegistrationModule],
  controllers: [
    AccountController,
    AccountReviewController,
    AccountSettingsController,
    InvitationLinksController,
    OauthController,
    PasskeysController,
    PasskeySignInController,
    PasswordLinksController,
    SignInController,
  ],
  providers: [...ACCOUNT, ...AUTHORIZATION, ...MAILED_LINKS],
})
export class SignInModule {}
