import { Module } from '@nestjs/common';
import { NotificationController } from './notification.controller.js';
import { NotificationLinksRepository } from './notification-links.repository.js';
import { NotificationLinksService } from './notification-links.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  controllers: [NotificationsController, NotificationController],
  providers: [
    NotificationLinksRepository,
    NotificationLinksService,
    NotificationsRepository,
    NotificationsService,
  ],
})
export class NotificationsModule {}
