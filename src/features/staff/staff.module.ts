import { Module } from '@nestjs/common';
import { SnapshotsModule } from '../../snapshots/snapshots.module.js';
import { StaffController } from './staff.controller.js';
import { StaffService } from './staff.service.js';

@Module({
  imports: [SnapshotsModule],
  controllers: [StaffController],
  providers: [StaffService],
})
export class StaffModule {}
