import { Module } from '@nestjs/common';
import { GuardianLinksModule } from '../directory/guardian-links.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SessionModule } from '../session/session.module.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import { InvitationsService } from './invitations.service.js';
import { MemberAdmissionService } from './member-admission.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationRepository } from './registration.repository.js';
import { RegistrationService } from './registration.service.js';

@Module({
  imports: [GuardianLinksModule, IdentityModule, MembershipsModule, SessionModule],
  controllers: [RegistrationController],
  providers: [
    InvitationAcceptanceService,
    InvitationsService,
    MemberAdmissionService,
    RegistrationRepository,
    RegistrationService,
  ],
  exports: [InvitationsService, MemberAdmissionService],
})
export class RegistrationModule {}
