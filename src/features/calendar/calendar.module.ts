import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module.js';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { EventsController } from './events/events.controller.js';
import { CalendarController } from './events/calendar.controller.js';
import { EventsService } from './events/events.service.js';
import { ScheduleService } from './events/schedule.service.js';
import { CalendarRepository } from './events/calendar.repository.js';
import { ScheduleRepository } from './events/schedule.repository.js';
import { EventWriter } from './events/event-writer.service.js';
import { CalendarLocks } from './events/calendar-locks.service.js';
import { CalendarWritesRepository } from './events/calendar-writes.repository.js';
import { ImportedEventsRepository } from './import/imported-events.repository.js';
import { EventSeriesController } from './series/event-series.controller.js';
import { EventSeriesService } from './series/event-series.service.js';
import { SeriesReadingService } from './series/series-reading.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { EventChangesService } from './events/event-changes.service.js';
import { CalendarSubscriptionsController } from './feed/calendar-subscriptions.controller.js';
import { FeedController } from './feed/feed.controller.js';
import { CalendarSubscriptionsService } from './feed/calendar-subscriptions.service.js';
import { FeedRepository } from './feed/feed.repository.js';
import { MissingEvents } from './import/missing-events.service.js';
import { OccurrenceImporter } from './import/occurrence.importer.js';
import { OccurrencesService } from './series/occurrences.service.js';
import { SeriesWriter } from './series/series-writer.service.js';
import { CalendarImporter } from './import/calendar.importer.js';
import { EventNotificationsRepository } from './notifications/event-notifications.repository.js';
import { EventNotifications } from './notifications/event-notifications.service.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { ResultsRepository } from './results/results.repository.js';
import { ResultsService } from './results/results.service.js';
import { OrganizationScheduleController } from './events/organization-schedule.controller.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { EVENT_ALERTS } from './notifications/event-target.js';

@Module({
  imports: [AlertsModule, EmbeddedImagesModule, AuthModule, PublishingModule, SnapshotsModule],
  controllers: [
    CalendarController,
    CalendarSubscriptionsController,
    EventsController,
    EventSeriesController,
    FeedController,
    OrganizationScheduleController,
  ],
  providers: [
    EventsService,
    ImportedEventsRepository,
    CalendarImporter,
    CalendarRepository,
    CalendarSubscriptionsService,
    CalendarLocks,
    CalendarWritesRepository,
    EventNotificationsRepository,
    EventNotifications,
    EventSeriesService,
    EventChangesService,
    EventWriter,
    FeedRepository,
    MissingEvents,
    OccurrenceImporter,
    OccurrencesService,
    ResultsRepository,
    ResultsService,
    ScheduleRepository,
    ScheduleService,
    SeriesReadingService,
    SeriesWriter,
  ],
  exports: [
    EventsService,
    CalendarImporter,
    CalendarSubscriptionsService,
    EventNotifications,
    MissingEvents,
    OccurrenceImporter,
    ResultsService,
  ],
})
export class CalendarModule {
  constructor(kinds: AlertKinds) {
    kinds.register('event', EVENT_ALERTS);
  }
}
