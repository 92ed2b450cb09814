import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { ContactRepository } from './contact.repository.js';
import { ContactService } from './contact.service.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { OwnRecordsService } from './own-records.service.js';
import { ProfileController } from './profile.controller.js';
import { VisibilityRepository } from './visibility.repository.js';
import { VisibilityService } from './visibility.service.js';

@Module({
  imports: [RosterFeedModule],
  controllers: [ProfileController],
  providers: [
    ContactRepository,
    ContactService,
    OwnRecordsRepository,
    OwnRecordsService,
    VisibilityRepository,
    VisibilityService,
  ],
})
export class ProfileModule {}
