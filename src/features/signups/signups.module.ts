import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SignupsController } from './signups.controller.js';
import { MyClaimsController } from './claims/my-claims.controller.js';
import { SignupController } from './signup.controller.js';
import { SignupClaimsRepository } from './claims/signup-claims.repository.js';
import { ClaimOffboardingRepository } from './claims/claim-offboarding.repository.js';
import { MyClaimsRepository } from './claims/my-claims.repository.js';
import { SignupsService } from './signups.service.js';
import { MyClaimsService } from './claims/my-claims.service.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ClaimOffboarding } from './claims/claim-offboarding.service.js';
import { SignupLocksRepository } from './signup-locks.repository.js';
import { SignupWaitlists } from './signup-waitlists.service.js';
import { QuestionsModule } from '../questions/questions.module.js';
import { ClaimAllocation } from './claims/claim-allocation.service.js';
import { ClaimWithdrawal } from './claims/claim-withdrawal.service.js';
import { SignupClaimsService } from './claims/signup-claims.service.js';
import { SignupLocks } from './signup-locks.service.js';
import { SignupsRepository } from './signups.repository.js';
import { SignupWritesRepository } from './signup-writes.repository.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { SignupImporter } from './signup.importer.js';
import { SignupNotifications } from './signup-notifications.service.js';
import { SignupContents } from './signup-contents.service.js';
import { SIGNUP_ALERTS } from './signup-alerts.js';

@Module({
  imports: [AlertsModule, EmbeddedImagesModule, MembershipsModule, QuestionsModule],
  controllers: [MyClaimsController, SignupController, SignupsController],
  providers: [
    ClaimOffboarding,
    ClaimOffboardingRepository,
    ClaimAllocation,
    ClaimWithdrawal,
    MyClaimsRepository,
    MyClaimsService,
    SignupClaimsRepository,
    SignupClaimsService,
    SignupWritesRepository,
    SignupContents,
    SignupImporter,
    SignupLocksRepository,
    SignupNotifications,
    SignupWaitlists,
    SignupsRepository,
    SignupsService,
    SignupLocks,
  ],
  exports: [
    ClaimOffboarding,
    ClaimWithdrawal,
    SignupClaimsService,
    SignupContents,
    SignupImporter,
    SignupLocksRepository,
    SignupWaitlists,
    SignupsService,
    SignupWritesRepository,
  ],
})
export class SignupsModule {
  constructor(kinds: AlertKinds, holdings: MemberHoldings, claims: ClaimOffboarding) {
    holdings.register('claims', {
      deactivate: (manager, schoolId, ids) => claims.withdrawAll(manager, schoolId, ids),
      endHoldings: (manager, restricted) => claims.withdrawForStudents(manager, restricted),
      findNaming: (manager, leaver) => claims.findNaming(manager, leaver),
    });
    kinds.register('signup', SIGNUP_ALERTS);
  }
}
