import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { LeavingController } from './leaving.controller.js';
import { LeavingService } from './leaving.service.js';
import { MemberRemovalModule } from './member-removal.module.js';

@Module({
  imports: [MemberRemovalModule, RosterFeedModule],
  controllers: [LeavingController],
  providers: [LeavingService],
})
export class LeavingModule {}
