import { Module } from '@nestjs/common';
import { EventNewsModule } from './news/event-news.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { CalendarFeedRepository } from './calendar-feed.repository.js';
import { CalendarFeedService } from './calendar-feed.service.js';
import { CalendarWritesRepository } from './calendar-writes.repository.js';
import { SeriesWriter } from './series-writer.service.js';

@Module({
  imports: [EventNewsModule, ImageEmbeddingModule],
  providers: [CalendarFeedRepository, CalendarFeedService, CalendarWritesRepository, SeriesWriter],
  exports: [CalendarFeedService],
})
export class CalendarFeedModule {}
