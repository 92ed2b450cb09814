import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { AuthorizationServer } from './authorization-server.js';
import { OauthStorage } from './oauth-adapter.js';
import { OauthController } from './oauth.controller.js';
import { OauthRepository } from './oauth.repository.js';
import { SignInController } from './sign-in.controller.js';
import { SignInPagesService } from './sign-in-pages.service.js';

/** The authorization server, and the pages on which people sign in and look after their accounts (contract section 17). */
@Module({
  imports: [IdentityModule],
  controllers: [OauthController, SignInController],
  providers: [AuthorizationServer, OauthRepository, OauthStorage, SignInPagesService],
})
export class SignInModule {}
