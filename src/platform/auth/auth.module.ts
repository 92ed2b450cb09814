import { Module } from '@nestjs/common';
import { OrganizationAccessRepository } from './organization-access.repository.js';
import { OrganizationAccessService } from './organization-access.service.js';
import { OutsideAccounts } from './outside-accounts.js';
import { VerifiedTokens } from './verified-tokens.js';

/** For every feature that has something to do with an organization. */
@Module({
  providers: [OrganizationAccessRepository, OrganizationAccessService, OutsideAccounts, VerifiedTokens],
  exports: [OrganizationAccessService, OutsideAccounts, VerifiedTokens],
})
export class AuthModule {}
