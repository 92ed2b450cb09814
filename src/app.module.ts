import { Module, type DynamicModule } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import type { Clock } from './clock/clock.js';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { AttachmentsModule } from './features/attachments/attachments.module.js';
import { AlertDeliveryModule } from './features/alerts/alert-delivery.module.js';
import { CalendarModule } from './features/calendar/calendar.module.js';
import { ScheduleModule } from './features/calendar/schedule/schedule.module.js';
import { CategoriesModule } from './features/categories/categories.module.js';
import { DirectoryModule } from './features/directory/directory.module.js';
import { DisclosuresModule } from './features/disclosures/disclosures.module.js';
import { DocumentsModule } from './features/documents/documents.module.js';
import { IdempotencyModule } from './features/idempotency/idempotency.module.js';
import { EmbeddedImagesModule } from './features/embedded-images/embedded-images.module.js';
import { IdentityModule } from './features/identity/identity.module.js';
import { SessionRemovalModule } from './features/identity/session-removal.module.js';
import { LandingPageModule } from './features/landing-page/landing-page.module.js';
import { LeavingModule } from './features/leaving/leaving.module.js';
import { ListsModule } from './features/lists/lists.module.js';
import { MenusModule } from './features/menus/menus.module.js';
import { NotesModule } from './features/notes/notes.module.js';
import { NoticesModule } from './features/notices/notices.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { OrganizationsModule } from './features/organizations/organizations.module.js';
import { PermissionSlipsModule } from './features/permission-slips/permission-slips.module.js';
import { PhotosModule } from './features/photos/photos.module.js';
import { OutstandingModule } from './features/outstanding/outstanding.module.js';
import { PollsModule } from './features/polls/polls.module.js';
import { ProfileModule } from './features/profile/profile.module.js';
import { PersonExportModule } from './features/person-export/person-export.module.js';
import { RegistrationModule } from './features/registration/registration.module.js';
import { SchoolsModule } from './features/schools/schools.module.js';
import { SessionModule } from './features/session/session.module.js';
import { SignupsModule } from './features/signups/signups.module.js';
import { StaffModule } from './features/staff/staff.module.js';
import { StarsModule } from './features/stars/stars.module.js';
import { WatchModule } from './features/watch/watch.module.js';
import { DemoAccessModule } from './demo/demo-access.module.js';
import { FrontPageModule } from './front-page/front-page.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import type { Tracing } from './tracing/tracing.js';
import { LoggingModule } from './logging/logging.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { RuntimeModule } from './runtime/runtime.module.js';
import { StorageServiceModule } from './storage/storage-service.module.js';

/** Settings whose database is known and running. */
export type AppSettings = Settings & { databaseUrl: string };

/** Of the service, which owes somebody an answer; an operator command waits as long as it takes. */
const PATIENCE = { lockTimeoutMs: 10_000, silenceMs: 15_000 };

/** The table of contents. */
@Module({
  imports: [
    AccessModule,
    HttpModule,
    DemoAccessModule,
    FrontPageModule,
    HealthModule,
    AttachmentsModule,
    AlertDeliveryModule,
    CalendarModule,
    CategoriesModule,
    DirectoryModule,
    DisclosuresModule,
    DocumentsModule,
    IdempotencyModule,
    EmbeddedImagesModule,
    IdentityModule,
    LandingPageModule,
    LeavingModule,
    ListsModule,
    MenusModule,
    MetricsModule,
    NotesModule,
    NoticesModule,
    NotificationsModule,
    OrganizationsModule,
    OutstandingModule,
    PermissionSlipsModule,
    PhotosModule,
    PollsModule,
    ProfileModule,
    PersonExportModule,
    RegistrationModule,
    ScheduleModule,
    SchoolsModule,
    SessionModule,
    SessionRemovalModule,
    SignupsModule,
    StaffModule,
    StarsModule,
    WatchModule,
  ],
})
export class AppModule {
  static with(settings: AppSettings, clock?: Clock, tracing?: Tracing): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.with(settings, clock),
        DatabaseModule.with(
          {
            url: settings.databaseUrl,
            poolSize: settings.databasePoolSize,
            replicaUrls: settings.databaseReplicaUrls,
            ...PATIENCE,
          },
          tracing && ((statement) => tracing.statement(statement)),
        ),
        LoggingModule.with(settings, tracing),
        StorageServiceModule.with(settings),
      ],
    };
  }
}
