import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { AccountModule } from '../account/account.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SessionModule } from '../me/session.module.js';
import { RegistrationService } from './registration.service.js';
import { InvitationsService } from './invitations.service.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import { MemberAdmissionService } from './member-admission.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationRepository } from './registration.repository.js';

@Module({
  imports: [DirectoryModule, AccountModule, MembershipsModule, SessionModule],
  controllers: [RegistrationController],
  providers: [
    InvitationAcceptanceService,
    InvitationsService,
    MemberAdmissionService,
    RegistrationRepository,
    RegistrationService,
  ],
  exports: [InvitationAcceptanceService, InvitationsService, MemberAdmissionService],
})
export class RegistrationModule {}
