import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { ContactRepository, OwnRecordsRepository } from './contact.repository.js';
import { ContactService, OwnRecordsService, VisibilityService } from './profile.service.js';
import { ProfileController } from './profile.controller.js';
import { VisibilityRepository } from './visibility.repository.js';

@Module({
  imports: [DirectoryModule],
  controllers: [ProfileController],
  providers: [
    ContactRepository,
    ContactService,
    OwnRecordsRepository,
    OwnRecordsService,
    VisibilityRepository,
    VisibilityService,
  ],
  exports: [VisibilityService],
})
export class ProfileModule {}
