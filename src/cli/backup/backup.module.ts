import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { BackupService } from './backup.service.js';
import { LoadingRepository } from './loading.repository.js';
import { RestoreService } from './restore.service.js';
import { ReturningObjects } from './returning-objects.service.js';
import { SnapshotRepository } from './snapshot.repository.js';

/** The way out of an installation and into another one, for the operator. */
@Module({
  imports: [StorageModule],
  providers: [BackupService, LoadingRepository, RestoreService, ReturningObjects, SnapshotRepository],
})
export class BackupModule {}
