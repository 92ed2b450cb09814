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
import { SubscribedCategories } from './feed/subscribed-categories.service.js';
import { SubscribedCategoriesRepository } from './feed/subscribed-categories.repository.js';
import { CalendarSubscriptionsService } from './feed/calendar-subscriptions.service.js';
import { FeedRepository } from './feed/feed.repository.js';
import { MailedCalendars } from './feed/mailed-calendars.service.js';
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
import { DirectoryModule } from '../directory/directory.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { EventRsvpsController } from './rsvp/event-rsvps.controller.js';
import { ManagedRsvpsRepository } from './rsvp/managed-rsvps.repository.js';
import { ManagedRsvpsService } from './rsvp/managed-rsvps.service.js';
import { RsvpLocks } from './rsvp/rsvp-locks.service.js';
import { RsvpOffboarding } from './rsvp/rsvp-offboarding.service.js';
import { RsvpOffboardingRepository } from './rsvp/rsvp-offboarding.repository.js';
import { RsvpReminders } from './rsvp/rsvp-reminders.service.js';
import { RsvpsRepository } from './rsvp/rsvps.repository.js';
import { RsvpsService } from './rsvp/rsvps.service.js';

@Module({
  imports: [
    AlertsModule,
    AuthModule,
    DirectoryModule,
    EmbeddedImagesModule,
    MembershipsModule,
    PublishingModule,
    SnapshotsModule,
  ],
  controllers: [
    CalendarController,
    CalendarSubscriptionsController,
    EventsController,
    EventSeriesController,
    EventRsvpsController,
    FeedController,
    OrganizationScheduleController,
  ],
  providers: [
    EventsService,
    ImportedEventsRepository,
    CalendarImporter,
    CalendarRepository,
    CalendarSubscriptionsService,
    SubscribedCategories,
    SubscribedCategoriesRepository,
    CalendarLocks,
    CalendarWritesRepository,
    EventNotificationsRepository,
    EventNotifications,
    EventSeriesService,
    EventChangesService,
    EventWriter,
    FeedRepository,
    MailedCalendars,
    MissingEvents,
    OccurrenceImporter,
    ManagedRsvpsRepository,
    ManagedRsvpsService,
    OccurrencesService,
    ResultsRepository,
    ResultsService,
    RsvpLocks,
    RsvpOffboarding,
    RsvpOffboardingRepository,
    RsvpReminders,
    RsvpsRepository,
    RsvpsService,
    ScheduleRepository,
    ScheduleService,
    SeriesReadingService,
    SeriesWriter,
  ],
  exports: [
    EventsService,
    CalendarImporter,
    CalendarSubscriptionsService,
    SubscribedCategories,
    EventNotifications,
    MissingEvents,
    OccurrenceImporter,
    ResultsService,
    RsvpsService,
  ],
})
export class CalendarModule {
  constructor(kinds: AlertKinds, holdings: MemberHoldings, rsvps: RsvpOffboarding, mailed: MailedCalendars) {
    holdings.register('rsvps', {
      deactivate: (manager, schoolId, ids) => rsvps.endAll(manager, schoolId, ids),
      endHoldings: (manager, restricted) => rsvps.endForStudents(manager, restricted),
      findNaming: (manager, leaver) => rsvps.findNaming(manager, leaver),
    });
    kinds.register('event', EVENT_ALERTS);
    kinds.registerCalendarParts((mail) => mailed.write(mail));
  }
}
