import { Module } from '@nestjs/common';
import { MailChoicesRepository } from './choices/mail-choices.repository.js';
import { AlertsRepository } from './alerts.repository.js';
import { GrantNotificationsRepository } from './grant-notifications.repository.js';
import { AlertsSubscriber } from './alerts-subscriber.service.js';
import { AlertsService } from './alerts.service.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { AlertKinds } from './alert-kinds.js';
import { AlertContentsRepository } from './mails/alert-contents.repository.js';
import { AlertWriter } from './mails/alert-writer.service.js';
import { AnswerButtons } from './mails/answer-buttons.service.js';
import { AlertMails } from './mails/alert-mails.service.js';
import { ChangeMails } from './mails/change-mails.service.js';
import { DigestMails } from './mails/digest-mails.service.js';
import { MailHealthController } from './mail-health/mail-health.controller.js';
import { MailHealthRepository } from './mail-health/mail-health.repository.js';
import { MailHealthService } from './mail-health/mail-health.service.js';
import { MyMailController } from './choices/my-mail.controller.js';
import { MyMailRepository } from './choices/my-mail.repository.js';
import { MyMailService } from './choices/my-mail.service.js';
import { AlertJobs } from './alert-jobs.service.js';
import { UnsubscribeController } from './choices/unsubscribe.controller.js';
import { UnsubscribeService } from './choices/unsubscribe.service.js';
import { ItemNotifications } from './notifications/item-notifications.service.js';
import { ItemNotificationsRepository } from './notifications/item-notifications.repository.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { NotificationLinksService } from './notifications/notification-links.service.js';
import { NotificationReadingService } from './notifications/notification-reading.service.js';
import { RestrictedNotificationsRepository } from './notifications/restricted-notifications.repository.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotificationLinksRepository } from './notifications/notification-links.repository.js';
import { NotificationReadingsRepository } from './notifications/notification-readings.repository.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationController } from './notifications/notification.controller.js';

@Module({
  imports: [MembershipsModule, OutboxModule],
  controllers: [
    MailHealthController,
    MyMailController,
    NotificationController,
    NotificationsController,
    UnsubscribeController,
  ],
  providers: [
    AlertContentsRepository,
    AlertJobs,
    DigestMails,
    MailHealthRepository,
    MailHealthService,
    MyMailRepository,
    MyMailService,
    AlertKinds,
    AlertMails,
    AlertWriter,
    AnswerButtons,
    AlertsRepository,
    AlertsService,
    AlertsSubscriber,
    ChangeMails,
    GrantNotificationsRepository,
    ItemNotifications,
    ItemNotificationsRepository,
    MailChoicesRepository,
    NotificationLinksRepository,
    NotificationLinksService,
    NotificationReadingService,
    NotificationReadingsRepository,
    NotificationsRepository,
    NotificationsService,
    RestrictedNotificationsRepository,
    UnsubscribeService,
  ],
  exports: [
    AlertKinds,
    AnswerButtons,
    AlertsService,
    ItemNotifications,
    MailHealthService,
    NotificationReadingService,
  ],
})
export class AlertsModule {
  constructor(holdings: MemberHoldings, choices: MailChoicesRepository, notifications: ItemNotifications) {
    holdings.register('mails', {
      endHoldings: (manager, restricted) => notifications.removeRestricted(manager, restricted),
      findLasting: (manager, leaver) => choices.findUnsubscribed(manager, leaver),
      restore: (manager, member, departure) => choices.restoreUnsubscribed(manager, member, departure),
    });
  }
}
