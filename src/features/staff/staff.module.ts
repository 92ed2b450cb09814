import { Module } from '@nestjs/common';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { StaffController } from './staff.controller.js';
import { StaffService } from './staff.service.js';
import { StaffImportRepository } from './staff-import.repository.js';
import { StaffImporter } from './staff.importer.js';

@Module({
  imports: [SnapshotsModule],
  controllers: [StaffController],
  providers: [StaffImportRepository, StaffImporter, StaffService],
  exports: [StaffImporter],
})
export class StaffModule {}
