import { Module } from '@nestjs/common';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { MetricsModule } from '../../platform/observability/metrics.module.js';
import { AlertKinds } from './alert-kinds.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { AlertMails } from './alert-mails.service.js';
import { MailChoicesRepository, MailDeliveriesRepository } from './mail-deliveries.repository.js';
import { AlertJobs, MailJobsService } from './mail-jobs.service.js';
import { MailWorker } from './mail-worker.service.js';
import { OutboxGauges } from './outbox-gauges.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import {
  NotificationLinksService,
  NotificationReadingService,
  NotificationsService,
} from './notifications.service.js';
import {
  NotificationLinksRepository,
  NotificationReadingsRepository,
  NotificationsRepository,
} from './notifications.repository.js';
import { NotificationController, NotificationsController } from './notifications.controller.js';

@Module({
  imports: [MailModule, MetricsModule],
  controllers: [NotificationController, NotificationsController, UnsubscribeController],
  providers: [
    AlertContentsRepository,
    AlertJobs,
    AlertKinds,
    AlertMails,
    AlertsRepository,
    AlertsService,
    ExpiringGrantsRepository,
    MailChoicesRepository,
    MailDeliveriesRepository,
    MailJobsService,
    MailWorker,
    NotificationLinksRepository,
    NotificationLinksService,
    NotificationReadingService,
    NotificationReadingsRepository,
    NotificationsRepository,
    NotificationsService,
    OutboxGauges,
    UnsubscribeService,
  ],
  exports: [AlertKinds, AlertsService, MailJobsService, NotificationReadingService],
})
export class AlertsModule {}
