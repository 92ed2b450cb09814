import { Module } from '@nestjs/common';
import { PublishingModule } from '../publishing/publishing.module.js';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { CalendarController, EventsController } from './events.controller.js';
import { CalendarEventsService, ScheduleService } from './calendar-events.service.js';
import { CalendarRepository, ScheduleRepository } from './calendar.repository.js';
import { CalendarTransaction, EventWriter } from './event-writer.service.js';
import { CalendarWritesRepository, ImportedEventsRepository } from './calendar-writes.repository.js';
import { EventSeriesController } from './event-series.controller.js';
import { EventSeriesService, SeriesReadingService } from './event-series.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { EventsService } from './events.service.js';
import { CalendarSubscriptionsController, FeedController } from './calendar-subscriptions.controller.js';
import { CalendarSubscriptionsService } from './calendar-subscriptions.service.js';
import { FeedRepository } from './feed.repository.js';
import { OccurrenceImporter } from './occurrence.importer.js';
import { OccurrencesService } from './occurrences.service.js';
import { SeriesWriter } from './series-writer.service.js';
import { CalendarImporter } from './calendar.importer.js';
import { EventNotificationsRepository } from './event-notifications.repository.js';
import { EventNotifications } from './event-notifications.service.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { ResultsRepository } from './results.repository.js';
import { ResultsService } from './results.service.js';
import { OrganizationScheduleController } from './organization-schedule.controller.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertKinds, type NotifiedItems } from '../alerts/alert-kinds.js';
import { VIEWER } from '../../policy/audience.js';
import { isEventThere, isEventVisible } from '../../policy/event-visibility.js';
import { idOf, ofSchool, unless } from '../alerts/notification-targets.js';

/** What is called off stays in the table for the sake of calendar apps: to readers it is deleted. */
const STANDING = `
  select item.organization_id, case when ${isEventVisible('item', VIEWER)}
    then ${unless(isEventThere('item', VIEWER.now), 'deleted')} else 'not_visible' end as hidden
  from events item where item.school_id = n.school_id and (
    item.series_id is null and item.id = ${idOf('event')}
    or item.series_id = ${idOf('event')} and item.original_start = split_part(n.target_id, '_', 2))`;

/** Who is told of a change is worked out with the change (`notifications-of-write.ts`). */
const EVENT_ALERTS: NotifiedItems = {
  target: { feature: 'calendar', path: ofSchool('calendar/events'), standing: STANDING },
};

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
    CalendarEventsService,
    ImportedEventsRepository,
    CalendarImporter,
    CalendarRepository,
    CalendarSubscriptionsService,
    CalendarTransaction,
    CalendarWritesRepository,
    EventNotificationsRepository,
    EventNotifications,
    EventSeriesService,
    EventsService,
    EventWriter,
    FeedRepository,
    OccurrenceImporter,
    OccurrencesService,
    ResultsRepository,
    ResultsService,
    ScheduleRepository,
    ScheduleService,
    SeriesReadingService,
    SeriesWriter,
  ],
  exports: [CalendarEventsService, CalendarImporter, EventNotifications, OccurrenceImporter, ResultsService],
})
export class CalendarModule {
  constructor(kinds: AlertKinds) {
    kinds.register('event', EVENT_ALERTS);
  }
}
