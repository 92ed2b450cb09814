import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { BackupRecordsRepository } from '../../platform/database/backup-records.repository.js';
import { ArrivedContentsRepository } from './arrived-contents.repository.js';
import { ArrivedContents } from './arrived-contents.service.js';
import { ArrivingObjects } from './arriving-objects.service.js';
import { ArrivingPeopleRepository } from './arriving-people.repository.js';
import { BackupService } from './backup.service.js';
import { BackupsService } from './backups.service.js';
import { LoadingRepository } from './loading.repository.js';
import { RestoreService } from './restore.service.js';
import { ProfileModule } from '../../features/account/profile/profile.module.js';
import { ReturningObjects } from './returning-objects.service.js';
import { SchoolLoadingRepository } from './school-loading.repository.js';
import { SchoolRestoreService } from './school-restore.service.js';
import { SnapshotRepository } from './snapshot.repository.js';

/** The way out of an installation and into another one, for the operator. */
@Module({
  imports: [ProfileModule, StorageModule],
  providers: [
    BackupRecordsRepository,
    ArrivedContents,
    ArrivedContentsRepository,
    ArrivingObjects,
    ArrivingPeopleRepository,
    BackupService,
    BackupsService,
    LoadingRepository,
    RestoreService,
    ReturningObjects,
    SchoolLoadingRepository,
    SchoolRestoreService,
    SnapshotRepository,
  ],
  exports: [SchoolRestoreService],
})
export class BackupModule {}
