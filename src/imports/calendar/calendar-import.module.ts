import { Module } from '@nestjs/common';
import { CalendarFeedModule } from '../../features/calendar/calendar-feed.module.js';
import { SchoolsModule } from '../../features/schools/schools.module.js';
import { SchoolTransactionModule } from '../school-transaction.module.js';
import { CalendarDestinationService } from './calendar-destination.service.js';
import { CalendarImportRepository } from './calendar-import.repository.js';
import { CalendarImportService } from './calendar-import.service.js';

@Module({
  imports: [CalendarFeedModule, SchoolTransactionModule, SchoolsModule],
  providers: [CalendarDestinationService, CalendarImportRepository, CalendarImportService],
  exports: [CalendarImportService],
})
export class CalendarImportModule {}
