import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../../features/directory/roster-feed.module.js';
import { OrganizationFeedModule } from '../../features/organizations/organization-feed.module.js';
import { StaffFeedModule } from '../../features/staff/staff-feed.module.js';
import { ClassImporter } from './class-importer.js';
import { OneRosterImportService } from './oneroster-import.service.js';
import { OneRosterRepository } from './oneroster.repository.js';
import { SchoolImporter } from './school-importer.js';

@Module({
  imports: [OrganizationFeedModule, RosterFeedModule, StaffFeedModule],
  providers: [ClassImporter, OneRosterImportService, OneRosterRepository, SchoolImporter],
  exports: [OneRosterImportService],
})
export class OneRosterImportModule {}
