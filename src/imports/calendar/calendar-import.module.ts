import { Module } from '@nestjs/common';
import { CalendarFeedModule } from '../../features/calendar/calendar-feed.module.js';
import { SchoolsModule } from '../../features/schools/schools.module.js';
import { CalendarImportRepository } from './calendar-import.repository.js';
import { CalendarImportService } from './calendar-import.service.js';

@Module({
  imports: [CalendarFeedModule, SchoolsModule],
  providers: [CalendarImportRepository, CalendarImportService],
  exports: [CalendarImportService],
})
export class CalendarImportModule {}
