import { Module } from '@nestjs/common';
import { BackupRecordsRepository } from '../database/backup-records.repository.js';
import { BackupGauge } from './backup-gauge.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.service.js';
import { Readiness } from './readiness.js';
import { ServerTiming } from './server-timing.service.js';

/** Whether the service runs, and how it fares. */
@Module({
  controllers: [HealthController],
  providers: [BackupGauge, BackupRecordsRepository, Metrics, Readiness, ServerTiming],
  exports: [Metrics, Readiness, ServerTiming],
})
export class ObservabilityModule {}
