import { Module } from '@nestjs/common';
import { DirectoryModule } from '../../directory/directory.module.js';
import { MembershipsModule } from '../../memberships/memberships.module.js';
import { ContactRepository } from './contact.repository.js';
import { OwnChoicesRepository } from './own-choices.repository.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { VisibilityService } from './visibility.service.js';
import { ContactService } from './contact.service.js';
import { OwnRecordsService } from './own-records.service.js';
import { ProfileController } from './profile.controller.js';

@Module({
  imports: [DirectoryModule, MembershipsModule],
  controllers: [ProfileController],
  providers: [
    ContactRepository,
    ContactService,
    OwnChoicesRepository,
    OwnRecordsRepository,
    OwnRecordsService,
    VisibilityService,
  ],
  exports: [ContactService, VisibilityService],
})
export class ProfileModule {}
