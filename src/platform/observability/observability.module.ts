import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.service.js';
import { Readiness } from './readiness.js';

/** Whether the service runs, and how it fares. */
@Module({
  controllers: [HealthController],
  providers: [Metrics, Readiness],
  exports: [Metrics, Readiness],
})
export class ObservabilityModule {}
