import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AccountPagesModule } from '../account/account-pages.module.js';
import { InvitationLinks } from './invitation-links.service.js';
import { InvitationPagesService } from './invitation-pages.service.js';
import { InvitedAccounts } from './invited-accounts.service.js';
import { InvitationLinksController } from './invitation-links.controller.js';
import { RegistrationModule } from './registration.module.js';

/** The pages on which somebody who was invited comes in. */
@Module({
  imports: [AccountModule, AccountPagesModule, RegistrationModule],
  controllers: [InvitationLinksController],
  providers: [InvitationLinks, InvitationPagesService, InvitedAccounts],
})
export class InvitationPagesModule {}
