import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { BackupModule } from '../backup/backup.module.js';
import { LeavingSchoolRepository } from './leaving-school.repository.js';
import { LeftSchoolService } from './left-school.service.js';
import { SchoolMoveService } from './school-move.service.js';

/** The way of a school into another installation while it is in use. */
@Module({
  imports: [BackupModule, StorageModule],
  providers: [LeavingSchoolRepository, LeftSchoolService, SchoolMoveService],
})
export class MoveModule {}
