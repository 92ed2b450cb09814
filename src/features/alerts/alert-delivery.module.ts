import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { MailModule } from '../../mail/mail.module.js';
import { MetricsModule } from '../../metrics/metrics.module.js';
import { AlertJobs } from './alert-jobs.js';
import { AlertsModule } from './alerts.module.js';
import { AlertContentsRepository } from './mail/alert-contents.repository.js';
import { AlertMails } from './mail/alert-mails.service.js';
import { MailChoicesRepository } from './mail/mail-choices.repository.js';
import { MailDeliveriesRepository } from './mail/mail-deliveries.repository.js';
import { MailRound } from './mail/mail-round.service.js';
import { OutboxGauges } from './mail/outbox-gauges.js';
import { UnsubscribeController } from './mail/unsubscribe.controller.js';
import { UnsubscribeService } from './mail/unsubscribe.service.js';

/** What becomes of alerts in the running service. */
@Module({
  imports: [AlertsModule, JobsModule, MailModule, MetricsModule],
  controllers: [UnsubscribeController],
  providers: [
    AlertContentsRepository,
    AlertJobs,
    AlertMails,
    MailChoicesRepository,
    MailDeliveriesRepository,
    MailRound,
    OutboxGauges,
    UnsubscribeService,
  ],
})
export class AlertDeliveryModule {}
