import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { AccountHoldingsRepository } from './account-holdings.repository.js';
import { AccountHoldingsService } from './account-holdings.service.js';
import { AccountMailWorker } from './account-mail-worker.service.js';
import { AccountMailWriter } from './account-mail-writer.service.js';
import { AccountMails } from './account-mails.service.js';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import { AccessTokensService, TokenPairsService } from './token-pairs.service.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ApplicationsService } from './applications.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { AuthController, JwksController, MySessionsController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AccountMailsRepository } from './account-mails.repository.js';
import { StoredTotpRepository } from './authenticator-secrets.repository.js';
import { AuthenticatorSecrets } from './authenticator-secrets.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { CredentialsService } from './credentials.service.js';
import { DerivedSecrets, TotpSeal } from './secrets.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';
import { BrowserCookie, BrowserSessions } from './browser-sessions.service.js';
import { BruteForceLimits } from './brute-force-limits.js';
import { CodeLimits } from './code-limits.service.js';
import { JwtStrategy, TokenKeys } from './jwt.strategy.js';
import { KnownSourcesRepository } from './known-sources.repository.js';
import { MySessionsRepository, SessionRemovalRepository } from './my-sessions.repository.js';
import { MySessionsService, SessionRemoval, SessionsService } from './sessions.service.js';
import { OidcJwks } from './oidc-jwks.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { OneTimeLinks } from './one-time-links.service.js';
import { Passwords } from './recovery-codes.js';
import { SampleAccounts } from './sample-accounts.js';
import { PasswordProofs, SignInService } from './sign-in.service.js';
import { TokenRenewalService } from './token-renewal.service.js';
import { TwoStepChallengesService } from './two-step-challenges.service.js';
import { TwoStepVerificationService } from './two-step-verification.service.js';
import { TwoStepRepository } from './two-step.repository.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const REPOSITORIES = [
  AccountHoldingsRepository,
  AccountMailsRepository,
  ApplicationsRepository,
  AttemptCountsRepository,
  AuthSessionsRepository,
  BrowserSessionsRepository,
  CredentialsRepository,
  KnownSourcesRepository,
  MySessionsRepository,
  OneTimeLinksRepository,
  StoredTotpRepository,
  TwoStepRepository,
  UsersRepository,
];

const TOKENS = [
  AccessTokensService,
  JwtStrategy,
  OidcJwks,
  TokenKeys,
  TokenPairsService,
  TokenRenewalService,
];

const SIGNING_IN = [
  AuthService,
  BrowserCookie,
  BrowserSessions,
  BruteForceLimits,
  CodeLimits,
  OneTimeLinks,
  PasswordProofs,
  Passwords,
  SignInService,
  TwoStepChallengesService,
  TwoStepVerificationService,
];

const ACCOUNTS = [
  AccountHoldingsService,
  AccountMails,
  AccountMailWorker,
  AccountMailWriter,
  ApplicationsService,
  AuthenticatorSecrets,
  CredentialsService,
  DerivedSecrets,
  MySessionsService,
  SampleAccounts,
  SessionsService,
  TotpSeal,
  UsersService,
];

@Module({
  imports: [MailModule, OutboxModule, AuthModule],
  controllers: [AuthController, JwksController, MySessionsController],
  providers: [
    ...ACCOUNTS,
    ...REPOSITORIES,
    ...SIGNING_IN,
    ...TOKENS,
    SessionRemoval,
    SessionRemovalRepository,
  ],
  exports: [
    AccountHoldingsService,
    AccountMails,
    ApplicationsService,
    AuthenticatorSecrets,
    BrowserSessions,
    BruteForceLimits,
    CodeLimits,
    CredentialsService,
    DerivedSecrets,
    MySessionsService,
    OneTimeLinks,
    PasswordProofs,
    SampleAccounts,
    SessionsService,
    TwoStepChallengesService,
    TwoStepVerificationService,
    UsersService,
  ],
})
export class IdentityModule {}
