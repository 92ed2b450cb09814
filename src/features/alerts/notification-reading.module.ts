import { Module } from '@nestjs/common';
import { NotificationReadingService } from './notification-reading.service.js';
import { NotificationReadingsRepository } from './notification-readings.repository.js';

@Module({
  providers: [NotificationReadingService, NotificationReadingsRepository],
  exports: [NotificationReadingService],
})
export class NotificationReadingModule {}
