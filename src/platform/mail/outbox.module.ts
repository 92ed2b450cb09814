import { Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability/observability.module.js';
import { MailJobsService } from './mail-jobs.service.js';
import { OutboxGauges } from './outbox-gauges.js';
import { Outboxes } from './outboxes.js';

/** Views over all mail: one list, one set of gauges. */
@Module({
  imports: [ObservabilityModule],
  providers: [MailJobsService, OutboxGauges, Outboxes],
  exports: [MailJobsService, Outboxes],
})
export class OutboxModule {}
