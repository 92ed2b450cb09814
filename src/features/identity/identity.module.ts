import { Module } from '@nestjs/common';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { AccessTokensService } from './access-tokens.service.js';
import { SIGNING_KEYS } from './identity.constants.js';
import { JwksController } from './jwks.controller.js';
import { JwtStrategy } from './jwt.strategy.js';
import { SessionsService } from './sessions.service.js';
import { signingKeyFrom } from './signing-key-file.js';
import { readSigningKeys } from './signing-keys.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [JwksController],
  providers: [
    {
      provide: SIGNING_KEYS,
      inject: [SETTINGS],
      useFactory: async (settings: Settings) =>
        readSigningKeys(settings.signingKey ?? (await signingKeyFrom(settings.dataDir)), settings.verifyKeys),
    },
    AccessTokensService,
    JwtStrategy,
    SessionsService,
    UsersService,
  ],
  exports: [SessionsService, UsersService],
})
export class IdentityModule {}
