import { Module } from '@nestjs/common';
import { MailChoicesRepository } from './mails/mail-choices.repository.js';
import { AlertsRepository } from './alerts.repository.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';
import { AlertsSubscriber } from './alerts-subscriber.service.js';
import { AlertsService } from './alerts.service.js';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { AlertKinds } from './alert-kinds.js';
import { AlertContentsRepository } from './mails/alert-contents.repository.js';
import { AlertMails } from './mails/alert-mails.service.js';
import { AlertJobs } from './alert-jobs.service.js';
import { UnsubscribeController } from './mails/unsubscribe.controller.js';
import { UnsubscribeService } from './mails/unsubscribe.service.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { NotificationLinksService } from './notifications/notification-links.service.js';
import { NotificationReadingService } from './notifications/notification-reading.service.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotificationLinksRepository } from './notifications/notification-links.repository.js';
import { NotificationReadingsRepository } from './notifications/notification-readings.repository.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationController } from './notifications/notification.controller.js';

@Module({
  imports: [OutboxModule],
  controllers: [NotificationController, NotificationsController, UnsubscribeController],
  providers: [
    AlertContentsRepository,
    AlertJobs,
    AlertKinds,
    AlertMails,
    AlertsRepository,
    AlertsService,
    AlertsSubscriber,
    ExpiringGrantsRepository,
    MailChoicesRepository,
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
