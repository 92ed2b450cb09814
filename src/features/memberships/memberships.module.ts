import { Module } from '@nestjs/common';
import { ClaimDeparturesModule } from '../signups/claim-departures.module.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';

@Module({
  imports: [ClaimDeparturesModule],
  providers: [MembershipsRepository, MembershipsService],
  exports: [MembershipsService],
})
export class MembershipsModule {}
