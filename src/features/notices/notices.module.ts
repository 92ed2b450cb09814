import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { NotificationReadingModule } from '../alerts/notification-reading.module.js';
import { ItemAttachmentsModule } from '../attachments/item-attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { NoticeChangesService } from './notice-changes.service.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';

@Module({
  imports: [AlertsModule, ItemAttachmentsModule, NotificationReadingModule, PublishingModule],
  controllers: [NoticesController],
  providers: [NoticeChangesService, NoticesRepository, NoticesService],
})
export class NoticesModule {}
