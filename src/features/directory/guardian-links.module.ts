import { Module } from '@nestjs/common';
import { GuardianLinksRepository } from './guardian-links.repository.js';
import { GuardianLinksService } from './guardian-links.service.js';
import { StudentReferencesService } from './student-references.service.js';
import { StudentsRepository } from './students.repository.js';

@Module({
  providers: [GuardianLinksRepository, GuardianLinksService, StudentReferencesService, StudentsRepository],
  exports: [GuardianLinksService, StudentReferencesService],
})
export class GuardianLinksModule {}
