import { Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability/observability.module.js';
import { BouncedAddressesRepository } from './bounced-addresses.repository.js';
import { MailComposers } from './mail-composers.js';
import { MailDispatch } from './mail-dispatch.service.js';
import { MailGauges } from './mail-gauges.js';
import { MailJobsService } from './mail-jobs.service.js';
import { MailWorker } from './mail-worker.service.js';
import { MailModule } from './mail.module.js';
import { MailsRepository } from './mails.repository.js';

/** The one outbox: its table, the worker that empties it, one list, one set of gauges. */
@Module({
  imports: [MailModule, ObservabilityModule],
  providers: [
    BouncedAddressesRepository,
    MailComposers,
    MailDispatch,
    MailGauges,
    MailJobsService,
    MailsRepository,
    MailWorker,
  ],
  exports: [MailComposers, MailJobsService, MailsRepository],
})
export class OutboxModule {}
