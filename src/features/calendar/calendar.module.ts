import { Module } from '@nestjs/common';
import { FeedChangesRepository } from '../../ics/feed-changes.repository.js';
import { PublishingRightsModule } from '../publishing/publishing-rights.module.js';
import { SnapshotsModule } from '../../snapshots/snapshots.module.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarEventsService } from './calendar-events.service.js';
import { CalendarRepository } from './calendar.repository.js';
import { CalendarTransaction } from './calendar-transaction.service.js';
import { CalendarWritesRepository } from './calendar-writes.repository.js';
import { EventSeriesController } from './event-series.controller.js';
import { EventSeriesService } from './event-series.service.js';
import { EventNewsModule } from './news/event-news.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { EventWriter } from './event-writer.service.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { CalendarSubscriptionsController } from './feed/calendar-subscriptions.controller.js';
import { CalendarSubscriptionsRepository } from './feed/calendar-subscriptions.repository.js';
import { CalendarSubscriptionsService } from './feed/calendar-subscriptions.service.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedRepository } from './feed/feed.repository.js';
import { FeedService } from './feed/feed.service.js';
import { OccurrencesService } from './occurrences.service.js';
import { SeriesReadingService } from './series-reading.service.js';
import { SeriesWriter } from './series-writer.service.js';

@Module({
  imports: [EventNewsModule, ImageEmbeddingModule, PublishingRightsModule, SnapshotsModule],
  controllers: [
    CalendarController,
    CalendarSubscriptionsController,
    EventsController,
    EventSeriesController,
    FeedController,
  ],
  providers: [
    CalendarEventsService,
    CalendarRepository,
    CalendarSubscriptionsRepository,
    CalendarSubscriptionsService,
    CalendarTransaction,
    CalendarWritesRepository,
    EventSeriesService,
    EventsService,
    FeedChangesRepository,
    EventWriter,
    FeedRepository,
    FeedService,
    OccurrencesService,
    SeriesReadingService,
    SeriesWriter,
  ],
  exports: [CalendarEventsService],
})
export class CalendarModule {}
