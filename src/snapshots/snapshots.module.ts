import { Module } from '@nestjs/common';
import { SnapshotsRepository } from './snapshots.repository.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({ providers: [SnapshotsRepository, SnapshotsService], exports: [SnapshotsService] })
export class SnapshotsModule {}
