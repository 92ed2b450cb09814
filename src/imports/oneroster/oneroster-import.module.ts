import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../../features/directory/roster-feed.module.js';
import { StaffFeedModule } from '../../features/staff/staff-feed.module.js';
import { OneRosterImportService } from './oneroster-import.service.js';
import { OneRosterRepository } from './oneroster.repository.js';
import { SchoolImporter } from './school-importer.js';

@Module({
  imports: [RosterFeedModule, StaffFeedModule],
  providers: [OneRosterImportService, OneRosterRepository, SchoolImporter],
  exports: [OneRosterImportService],
})
export class OneRosterImportModule {}
