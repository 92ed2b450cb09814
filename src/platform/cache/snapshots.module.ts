import { Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability/observability.module.js';
import { SnapshotsRepository } from './snapshots.repository.js';
import { SnapshotsService } from './snapshots.service.js';
import { SnapshotGauges } from './snapshot-gauges.js';

@Module({
  imports: [ObservabilityModule],
  providers: [SnapshotGauges, SnapshotsRepository, SnapshotsService],
  exports: [SnapshotsService],
})
export class SnapshotsModule {}
