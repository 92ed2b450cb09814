import { Module } from '@nestjs/common';
import { GuardianLinksModule } from '../directory/guardian-links.module.js';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { ClaimDeparturesModule } from '../signups/claim-departures.module.js';
import { LeavingController } from './leaving.controller.js';
import { LeavingRepository } from './leaving.repository.js';
import { LeavingService } from './leaving.service.js';
import { MemberRemovalService } from './member-removal.service.js';

@Module({
  imports: [ClaimDeparturesModule, GuardianLinksModule, PhotosModule, RosterFeedModule],
  controllers: [LeavingController],
  providers: [LeavingRepository, LeavingService, MemberRemovalService],
})
export class LeavingModule {}
