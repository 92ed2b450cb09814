import { Module } from '@nestjs/common';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { StaffEntriesRepository } from './staff-entries.repository.js';
import { StaffEntries } from './staff-entries.service.js';
import { StaffController } from './staff.controller.js';
import { StaffService } from './staff.service.js';
import { StaffImportRepository } from './staff-import.repository.js';
import { StaffImporter } from './staff.importer.js';

@Module({
  imports: [SnapshotsModule],
  controllers: [StaffController],
  providers: [StaffEntries, StaffEntriesRepository, StaffImportRepository, StaffImporter, StaffService],
  exports: [StaffEntries, StaffImporter],
})
export class StaffModule {}
