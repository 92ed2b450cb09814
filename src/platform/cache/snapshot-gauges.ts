import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../observability/metrics.service.js';
import { SnapshotsService } from './snapshots.service.js';

/** Gauges of the snapshots in memory. Every process has lists of its own. */
@Injectable()
export class SnapshotGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly snapshots: SnapshotsService,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge('snapshot_kept_bytes', 'Memory of the lists that are kept ready.', () =>
      Promise.resolve(this.snapshots.cachedBytes),
    );
  }
}
