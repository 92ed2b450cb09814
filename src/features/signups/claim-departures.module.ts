import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ClaimDeparturesRepository } from './claim-departures.repository.js';
import { ClaimDepartures } from './claim-departures.service.js';
import { SignupLocksRepository } from './signup-locks.repository.js';
import { SignupQueueRepository } from './signup-queue.repository.js';
import { SignupQueue } from './signup-queue.service.js';

/** For whoever ends a membership; the sign-ups themselves stand on it as well. */
@Module({
  imports: [AlertsModule],
  providers: [
    ClaimDepartures,
    ClaimDeparturesRepository,
    SignupLocksRepository,
    SignupQueue,
    SignupQueueRepository,
  ],
  exports: [ClaimDepartures, SignupLocksRepository, SignupQueue],
})
export class ClaimDeparturesModule {}
