import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { Flash } from '../../platform/pages/flash.js';
import { AccountModule } from '../account/account.module.js';
import { SecondStepService } from './sign-in/second-step.service.js';
import { AccessTokensService } from './tokens/access-tokens.service.js';
import { JwtStrategy } from './tokens/jwt.strategy.js';
import { OidcJwks } from './tokens/oidc-jwks.js';
import { TokenKeys } from './tokens/token-keys.js';
import { RefreshTokensRepository } from './tokens/refresh-tokens.repository.js';
import { TokenPairsService } from './tokens/token-pairs.service.js';
import { TokenRenewalService } from './tokens/token-renewal.service.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ApplicationsService } from './applications.service.js';
import { AuthController } from './tokens/auth.controller.js';
import { JwksController } from './tokens/jwks.controller.js';
import { AuthService } from './tokens/auth.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { OperatorTokensService } from './tokens/operator-tokens.service.js';
import { ProtectedResourcesController } from './protected-resources.controller.js';
import { OauthController } from './oauth.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { AuthorizationServer } from './authorization-server.js';
import { ClientDocuments } from './documents/client-documents.service.js';
import { ClientDocumentsRepository } from './documents/client-documents.repository.js';
import { OauthRepository } from './oauth.repository.js';
import { OauthStorage } from './oauth-storage.repository.js';
import { MailedCodePages } from './sign-in/mailed-code-pages.service.js';
import { SignInVisits } from './sign-in/sign-in-visits.service.js';
import { SignInPagesService } from './sign-in/sign-in-pages.service.js';

const TOKENS = [
  AccessTokensService,
  JwtStrategy,
  OidcJwks,
  RefreshTokensRepository,
  OperatorTokensService,
  TokenKeys,
  TokenPairsService,
  TokenRenewalService,
];

const SIGNING_IN = [
  AuthService,
  MailedCodePages,
  SecondStepService,
  SignInPagesService,
  SignInService,
  SignInVisits,
];

const AUTHORIZATION = [
  ApplicationsRepository,
  ApplicationsService,
  AuthorizationServer,
  ClientDocuments,
  ClientDocumentsRepository,
  Flash,
  OauthRepository,
  OauthStorage,
];

/** The authorization server, the tokens, and the applications that get them (contract section 17). */
@Module({
  imports: [AccountModule, AuthModule],
  controllers: [
    AuthController,
    JwksController,
    OauthController,
    ProtectedResourcesController,
    SignInController,
  ],
  providers: [...TOKENS, ...SIGNING_IN, ...AUTHORIZATION],
  exports: [ApplicationsService, ClientDocuments, OperatorTokensService],
})
export class OauthModule {}
