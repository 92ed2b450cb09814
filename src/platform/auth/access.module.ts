import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { CallerConcurrencyGuard } from './caller-concurrency.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { AccessGuard } from './access.guard.js';
import { AccessRepository } from './access.repository.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { DeclaredAccess } from './declared-access.js';
import { AuthModule } from './auth.module.js';

/** The order of the guards is the contract's order of checks (section 0, rule 7). */
@Module({
  imports: [DiscoveryModule, PassportModule, AuthModule],
  providers: [
    AccessRepository,
    DeclaredAccess,
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: CallerConcurrencyGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AccessModule {}
