import { Module } from '@nestjs/common';
import { MetricsModule } from '../observability/metrics.module.js';
import { SnapshotGauges } from './snapshot-gauges.js';
import { SnapshotsRepository } from './snapshots.repository.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [MetricsModule],
  providers: [SnapshotGauges, SnapshotsRepository, SnapshotsService],
  exports: [SnapshotsService],
})
export class SnapshotsModule {}
