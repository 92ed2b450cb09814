import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { MemberRemovalModule } from '../leaving/member-removal.module.js';
import { PersonErasureRepository } from './person-erasure.repository.js';
import { PersonErasureService } from './person-erasure.service.js';

@Module({
  imports: [MemberRemovalModule, RosterFeedModule],
  providers: [PersonErasureRepository, PersonErasureService],
  exports: [PersonErasureService],
})
export class PersonErasureModule {}
