import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { ClaimDeparturesModule } from '../signups/claim-departures.module.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';

@Module({
  imports: [ClaimDeparturesModule, RosterFeedModule],
  providers: [MembershipsRepository, MembershipsService],
  exports: [MembershipsService],
})
export class MembershipsModule {}
