import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { ContactRepository } from './contact.repository.js';
import { OwnRecordsRepository } from './own-records.repository.js';
import { VisibilityService } from './visibility.service.js';
import { ContactService } from './contact.service.js';
import { OwnRecordsService } from './own-records.service.js';
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
