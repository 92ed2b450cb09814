import { Module } from '@nestjs/common';
import { MailChoicesRepository } from './mail-choices.repository.js';
import { MailDeliveriesRepository } from './mail-deliveries.repository.js';
import { AlertsRepository, ExpiringGrantsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { AlertKinds } from './alert-kinds.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { AlertMails } from './alert-mails.service.js';
import { AlertJobs } from './alert-jobs.service.js';
import { MailWorker } from './mail-worker.service.js';
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
  imports: [MailModule, OutboxModule],
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
    MailWorker,
    NotificationLinksRepository,
    NotificationLinksService,
    NotificationReadingService,
    NotificationReadingsRepository,
    NotificationsRepository,
    NotificationsService,
    UnsubscribeService,
  ],
  exports: [AlertKinds, AlertsService, NotificationReadingService],
})
export class AlertsModule {}
