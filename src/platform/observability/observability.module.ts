import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.service.js';
import { Readiness } from './readiness.js';
import { ServerTiming } from './server-timing.service.js';

/** Whether the service runs, and how it fares. */
@Module({
  controllers: [HealthController],
  providers: [Metrics, Readiness, ServerTiming],
  exports: [Metrics, Readiness, ServerTiming],
})
export class ObservabilityModule {}
