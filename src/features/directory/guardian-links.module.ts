import { Module } from '@nestjs/common';
import { GuardianLinksRepository } from './guardian-links.repository.js';
import { GuardianLinksService } from './guardian-links.service.js';
import { StudentReferencesService } from './student-references.service.js';

@Module({
  providers: [GuardianLinksRepository, GuardianLinksService, StudentReferencesService],
  exports: [GuardianLinksService, StudentReferencesService],
})
export class GuardianLinksModule {}
