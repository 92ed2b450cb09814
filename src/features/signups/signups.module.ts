import { Module } from '@nestjs/common';
import { MyClaimsController, SignupController, SignupsController } from './signups.controller.js';
import {
  ClaimOffboardingRepository,
  MyClaimsRepository,
  SignupClaimsRepository,
} from './signup-claims.repository.js';
import { MyClaimsService, SignupsService } from './signups.service.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ClaimOffboarding } from './claim-offboarding.service.js';
import {
  SignupLimitsRepository,
  SignupLocksRepository,
  SignupQueueRepository,
} from './signup-locks.repository.js';
import { SignupLimits, SignupQueue } from './signup-queue.service.js';
import { QuestionsModule } from '../questions/questions.module.js';
import { ClaimAllocation } from './claim-allocation.service.js';
import { ClaimWithdrawal } from './claim-withdrawal.service.js';
import { SignupClaimsService } from './signup-claims.service.js';
import { SignupTransaction } from './signup-transaction.service.js';
import { SignupImportRepository, SignupsRepository } from './signups.repository.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { SignupImporter } from './signup.importer.js';
import { SignupNotifications } from './signup-notifications.service.js';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { SIGNUP_ALERTS } from './signup-alerts.js';

@Module({
  imports: [AlertsModule, EmbeddedImagesModule, QuestionsModule],
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
    SignupImportRepository,
    SignupImporter,
    SignupLimits,
    SignupLimitsRepository,
    SignupLocksRepository,
    SignupNotifications,
    SignupQueue,
    SignupQueueRepository,
    SignupsRepository,
    SignupsService,
    SignupTransaction,
  ],
  exports: [
    ClaimOffboarding,
    ClaimWithdrawal,
    SignupClaimsService,
    SignupImporter,
    SignupLocksRepository,
    SignupQueue,
    SignupsService,
  ],
})
export class SignupsModule {
  constructor(kinds: AlertKinds) {
    kinds.register('signup', SIGNUP_ALERTS);
  }
}
