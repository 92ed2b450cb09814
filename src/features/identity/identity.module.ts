import { Module } from '@nestjs/common';
import { VerifiedTokensModule } from '../../access/verified-tokens.module.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { MailModule } from '../../mail/mail.module.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ApplicationsService } from './applications.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { CredentialsService } from './credentials.service.js';
import { DerivedSecrets } from './derived-secrets.js';
import { GuessingLimits } from './guessing-limits.js';
import { SIGNING_KEYS } from './identity.constants.js';
import { JwksController } from './jwks.controller.js';
import { JwtStrategy } from './jwt.strategy.js';
import { MySessionsController } from './my-sessions.controller.js';
import { MySessionsRepository } from './my-sessions.repository.js';
import { MySessionsService } from './my-sessions.service.js';
import { OutsideKeys } from './outside-keys.js';
import { Passwords } from './passwords.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { signingKeyFrom } from './signing-key-file.js';
import { NO_SIGNING_KEYS, readSigningKeys } from './signing-keys.js';
import { TokenKeys } from './token-keys.js';
import { TokenPairsService } from './token-pairs.service.js';
import { TokenRenewalService } from './token-renewal.service.js';
import { TwoStepChallengesService } from './two-step-challenges.service.js';
import { TwoStepVerificationService } from './two-step-verification.service.js';
import { TwoStepRepository } from './two-step.repository.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const KEYS = {
  provide: SIGNING_KEYS,
  inject: [SETTINGS],
  useFactory: async ({ signingKey, makesSigningKey, dataDir, verifyKeys }: Settings) => {
    const pem = signingKey ?? (makesSigningKey ? await signingKeyFrom(dataDir) : null);
    return pem === null ? NO_SIGNING_KEYS : readSigningKeys(pem, verifyKeys);
  },
};
const REPOSITORIES = [
  ApplicationsRepository,
  AuthSessionsRepository,
  CredentialsRepository,
  MySessionsRepository,
  TwoStepRepository,
  UsersRepository,
];
const TOKENS = [
  AccessTokensService,
  JwtStrategy,
  OutsideKeys,
  TokenKeys,
  TokenPairsService,
  TokenRenewalService,
];
const SIGNING_IN = [
  AuthService,
  GuessingLimits,
  Passwords,
  SignInService,
  TwoStepChallengesService,
  TwoStepVerificationService,
];
const ACCOUNTS = [
  ApplicationsService,
  CredentialsService,
  DerivedSecrets,
  MySessionsService,
  SessionsService,
  UsersService,
];

@Module({
  imports: [MailModule, VerifiedTokensModule],
  controllers: [AuthController, JwksController, MySessionsController],
  providers: [KEYS, ...REPOSITORIES, ...TOKENS, ...SIGNING_IN, ...ACCOUNTS],
  exports: [ApplicationsService, CredentialsService, DerivedSecrets, SessionsService, UsersService],
})
export class IdentityModule {}
