import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from './account.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { OwnAddresses } from './addresses/own-addresses.service.js';
import { PersonModule } from '../person/person.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { AccountChanges } from './pages/account-changes.service.js';
import { AccountVisits } from './pages/account-visits.service.js';
import { AccountController } from './pages/account.controller.js';
import { AccountSettingsController } from './pages/account-settings.controller.js';
import { AccountRepository } from './pages/account.repository.js';
import { AccountService } from './pages/account.service.js';
import { OwnPasswordService } from './passwords/own-password.service.js';
import { AddressesService } from './addresses/addresses.service.js';
import { Flash } from '../../platform/pages/flash.js';
import { PasswordLinksController } from './links/password-links.controller.js';
import { PasswordLinks } from './links/password-links.service.js';
import { AddressProofs } from './links/address-proofs.service.js';
import { PasswordLinkRequests } from './links/password-link-requests.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasskeySignIn } from './passkeys/passkey-sign-in.service.js';
import { AccountHoldingsService } from './held-data/account-holdings.service.js';
import { AccountReviewController } from './held-data/account-review.controller.js';
import { ReviewService } from './held-data/review.service.js';
import { TwoStepSettingsService } from './two-step/two-step-settings.service.js';
import { TwoStepChanges } from './two-step/two-step-changes.service.js';
import { Enrolments } from './two-step/enrolments.service.js';
import { WebAuthnAnswers } from './passkeys/web-authn-answers.service.js';

const ACCOUNT = [
  AccountChanges,
  AccountHoldingsService,
  AccountRepository,
  AccountService,
  AccountVisits,
  AddressesService,
  OwnAddresses,
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

const MAILED_LINKS = [AddressProofs, PasswordLinkRequests, PasswordLinks];

/** The pages on which people look after their accounts (contract section 17). */
@Module({
  imports: [
    TypeOrmModule.forFeature([Passkey]),
    AccountModule,
    MembershipsModule,
    PersonModule,
    ProfileModule,
    StaffModule,
  ],
  controllers: [
    AccountController,
    AccountReviewController,
    AccountSettingsController,
    PasskeysController,
    PasskeySignInController,
    PasswordLinksController,
  ],
  providers: [...ACCOUNT, ...MAILED_LINKS],
  exports: [AccountVisits, AddressProofs, Flash],
})
export class AccountPagesModule {}
