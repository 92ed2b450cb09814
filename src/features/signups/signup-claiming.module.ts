import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { QuestionsModule } from '../questions/questions.module.js';
import { ClaimDeparturesModule } from './claim-departures.module.js';
import { ClaimPlacing } from './claim-placing.service.js';
import { ClaimWithdrawal } from './claim-withdrawal.service.js';
import { SignupClaimsRepository } from './signup-claims.repository.js';
import { SignupClaimsService } from './signup-claims.service.js';
import { SignupLimitsRepository } from './signup-limits.repository.js';
import { SignupLimits } from './signup-limits.service.js';
import { SignupTransaction } from './signup-transaction.service.js';
import { SignupsRepository } from './signups.repository.js';
import { SignupsService } from './signups.service.js';

/** Reading sign-ups and claiming of them, without the routes. */
@Module({
  imports: [AlertsModule, ClaimDeparturesModule, QuestionsModule],
  providers: [
    ClaimPlacing,
    ClaimWithdrawal,
    SignupClaimsRepository,
    SignupClaimsService,
    SignupLimits,
    SignupLimitsRepository,
    SignupTransaction,
    SignupsRepository,
    SignupsService,
  ],
  exports: [ClaimWithdrawal, SignupClaimsService, SignupsService],
})
export class SignupClaimingModule {}
