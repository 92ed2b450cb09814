import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SessionModule } from '../session/session.module.js';
import {
  InvitationAcceptanceService,
  InvitationsService,
  RegistrationService,
} from './registration.service.js';
import { MemberAdmissionService } from './member-admission.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationRepository } from './registration.repository.js';

@Module({
  imports: [DirectoryModule, IdentityModule, MembershipsModule, SessionModule],
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
