import { Module } from '@nestjs/common';
import { CalendarFeedRepository } from './calendar-feed.repository.js';
import { CalendarFeedService } from './calendar-feed.service.js';
import { CalendarWritesRepository } from './calendar-writes.repository.js';
import { SeriesWriter } from './series-writer.service.js';

@Module({
  providers: [CalendarFeedRepository, CalendarFeedService, CalendarWritesRepository, SeriesWriter],
  exports: [CalendarFeedService],
})
export class CalendarFeedModule {}
