import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { OutsideAccounts } from '../../platform/auth/outside-accounts.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { AccountCreation } from './account-creation.service.js';
import { AccountHoldingsRepository } from './held-data/account-holdings.repository.js';
import { AccountMailComposer } from './mails/account-mail-composer.service.js';
import { AccountMailLinks } from './mails/account-mail-links.service.js';
import { CodeSignIn } from './codes/code-sign-in.service.js';
import { SignInCodes } from './codes/sign-in-codes.service.js';
import { SignInCodesRepository } from './codes/sign-in-codes.repository.js';
import { AccountMails } from './mails/account-mails.service.js';
import { AttemptCountsRepository } from './attempts/attempt-counts.repository.js';
import { ApplicationSessionsRepository } from './sessions/application-sessions.repository.js';
import { ApplicationSessions } from './sessions/application-sessions.service.js';
import { AuthSessionsRepository } from './sessions/auth-sessions.repository.js';
import { MySessionsController } from './sessions/my-sessions.controller.js';
import { AccountMailRecipientsRepository } from './mails/account-mail-recipients.repository.js';
import { StoredTotpRepository } from './two-step/stored-totp.repository.js';
import { AuthenticatorSecrets } from './two-step/authenticator-secrets.service.js';
import { CredentialsRepository } from './passwords/credentials.repository.js';
import { CredentialsService } from './passwords/credentials.service.js';
import { TotpSeal } from './two-step/totp-seal.js';
import { DerivedSecrets } from './derived-secrets.js';
import { BrowserSessionsRepository } from './sessions/browser-sessions.repository.js';
import { BrowserSessions } from './sessions/browser-sessions.service.js';
import { BrowserCookie } from './sessions/browser-cookie.service.js';
import { BruteForceLimits } from './attempts/brute-force-limits.js';
import { CodeLimits } from './two-step/code-limits.service.js';
import { KnownSourcesRepository } from './attempts/known-sources.repository.js';
import { KnownSources } from './attempts/known-sources.service.js';
import { MySessionsRepository } from './sessions/my-sessions.repository.js';
import { SessionRemovalRepository } from './sessions/session-removal.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SessionRemoval } from './sessions/session-removal.service.js';
import { MySessionsService } from './sessions/my-sessions.service.js';
import { OneTimeLinksRepository } from './links/one-time-links.repository.js';
import { OneTimeLinks } from './links/one-time-links.service.js';
import { Passwords } from './passwords/passwords.js';
import { SampleAccounts } from './sample-accounts.js';
import { PasswordProofs } from './passwords/password-proofs.service.js';
import { TwoStepChallengesService } from './two-step/two-step-challenges.service.js';
import { TwoStepVerificationService } from './two-step/two-step-verification.service.js';
import { TwoStepRepository } from './two-step/two-step.repository.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const REPOSITORIES = [
  SignInCodesRepository,
  AccountHoldingsRepository,
  AccountMailRecipientsRepository,
  ApplicationSessionsRepository,
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

const SIGNING_IN = [
  CodeSignIn,
  SignInCodes,
  BrowserCookie,
  BrowserSessions,
  BruteForceLimits,
  CodeLimits,
  KnownSources,
  OneTimeLinks,
  PasswordProofs,
  Passwords,
  TwoStepChallengesService,
  TwoStepVerificationService,
];

const ACCOUNTS = [
  AccountCreation,
  AccountMailComposer,
  AccountMailLinks,
  AccountMails,
  ApplicationSessions,
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
  controllers: [MySessionsController],
  providers: [...ACCOUNTS, ...REPOSITORIES, ...SIGNING_IN, SessionRemoval, SessionRemovalRepository],
  exports: [
    AccountCreation,
    AccountHoldingsRepository,
    AccountMails,
    ApplicationSessions,
    AuthenticatorSecrets,
    BrowserSessions,
    BruteForceLimits,
    CodeLimits,
    CodeSignIn,
    SignInCodes,
    CredentialsService,
    DerivedSecrets,
    KnownSources,
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
export class AccountModule {
  constructor(outside: OutsideAccounts, users: UsersRepository) {
    outside.register((token, now) => users.bindToSubject(token, now));
  }
}
