import { Module } from '@nestjs/common';
import { OrganizationAccessRepository } from './organization-access.repository.js';
import { OrganizationAccessService } from './organization-access.service.js';
import { VerifiedTokens } from './verified-tokens.js';

/** For every feature that has something to do with an organization. */
@Module({
  providers: [OrganizationAccessRepository, OrganizationAccessService, VerifiedTokens],
  exports: [OrganizationAccessService, VerifiedTokens],
})
export class AuthModule {}
