import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { AccountModule } from '../account/account.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { MeModule } from '../me/me.module.js';
import { GuardianRemovals } from '../directory/guardians/guardian-removals.service.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { InvitationWithdrawalRepository } from './invitation-withdrawal.repository.js';
import { RegistrationService } from './registration.service.js';
import { InvitationsService } from './invitations.service.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import { MailedInvitations } from './mailed-invitations.service.js';
import { MemberAdmissionService } from './member-admission.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationRepository } from './registration.repository.js';

@Module({
  imports: [DirectoryModule, AccountModule, MembershipsModule, MeModule],
  controllers: [RegistrationController],
  providers: [
    InvitationAcceptanceService,
    InvitationsService,
    InvitationWithdrawalRepository,
    MailedInvitations,
    MemberAdmissionService,
    RegistrationRepository,
    RegistrationService,
  ],
  exports: [InvitationAcceptanceService, InvitationsService, MailedInvitations, MemberAdmissionService],
})
export class RegistrationModule {
  constructor(
    holdings: MemberHoldings,
    removals: GuardianRemovals,
    invitations: InvitationWithdrawalRepository,
  ) {
    holdings.register('invitations', {
      release: (manager, leaver) => invitations.removeOfDeactivated(manager, leaver),
    });
    removals.register((manager, schoolId, removed) => invitations.removeStudents(manager, schoolId, removed));
  }
}
