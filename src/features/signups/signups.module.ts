import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { QuestionsModule } from '../questions/questions.module.js';
import { ClaimDeparturesModule } from './claim-departures.module.js';
import { ClaimPlacing } from './claim-placing.service.js';
import { ClaimWithdrawal } from './claim-withdrawal.service.js';
import { MyClaimsController } from './my-claims.controller.js';
import { MyClaimsRepository } from './my-claims.repository.js';
import { MyClaimsService } from './my-claims.service.js';
import { SignupClaimsRepository } from './signup-claims.repository.js';
import { SignupClaimsService } from './signup-claims.service.js';
import { SignupController } from './signup.controller.js';
import { SignupLimitsRepository } from './signup-limits.repository.js';
import { SignupLimits } from './signup-limits.service.js';
import { SignupTransaction } from './signup-transaction.service.js';
import { SignupsController } from './signups.controller.js';
import { SignupsRepository } from './signups.repository.js';
import { SignupsService } from './signups.service.js';

@Module({
  imports: [AlertsModule, ClaimDeparturesModule, QuestionsModule],
  controllers: [MyClaimsController, SignupController, SignupsController],
  providers: [
    ClaimPlacing,
    ClaimWithdrawal,
    MyClaimsRepository,
    MyClaimsService,
    SignupClaimsRepository,
    SignupClaimsService,
    SignupLimits,
    SignupLimitsRepository,
    SignupTransaction,
    SignupsRepository,
    SignupsService,
  ],
})
export class SignupsModule {}
