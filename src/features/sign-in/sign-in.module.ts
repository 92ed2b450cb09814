import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { AuthorizationServer } from './authorization-server.js';
import { InvitationLinks, InvitationPagesService, InvitedAccounts } from './invitation-links.service.js';
import { InvitationLinksController, PasswordLinksController } from './mailed-links.controller.js';
import { AddressProofs, PasswordLinkRequests, PasswordLinks } from './mailed-links.service.js';
import { OauthStorage } from './oauth-adapter.js';
import { OauthController } from './oauth.controller.js';
import { OauthRepository } from './oauth.repository.js';
import { SignInController } from './sign-in.controller.js';
import { SignInPagesService } from './sign-in-pages.service.js';

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
  imports: [IdentityModule, RegistrationModule],
  controllers: [InvitationLinksController, OauthController, PasswordLinksController, SignInController],
  providers: [...MAILED_LINKS, AuthorizationServer, OauthRepository, OauthStorage, SignInPagesService],
})
export class SignInModule {}
