import { Module } from '@nestjs/common';
import { GuardianLinksModule } from '../directory/guardian-links.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { DepartingPhotosModule } from '../photos/departing-photos.module.js';
import { ClaimDeparturesModule } from '../signups/claim-departures.module.js';
import { LeavingRepository } from './leaving.repository.js';
import { MemberRemovalService } from './member-removal.service.js';

/** For whoever ends a membership, without the routes. */
@Module({
  imports: [ClaimDeparturesModule, DepartingPhotosModule, GuardianLinksModule, MembershipsModule],
  providers: [LeavingRepository, MemberRemovalService],
  exports: [LeavingRepository, MemberRemovalService],
})
export class MemberRemovalModule {}
