import { Module, type DynamicModule } from '@nestjs/common';
import { AdmissionModule } from './platform/admission/admission.module.js';
import { AccessModule } from './platform/auth/access.module.js';
import type { Clock } from './platform/clock/clock.js';
import type { AppSettings } from './platform/config/settings.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { jobConnectionsOf } from './platform/database/job-connections.js';
import { AppPasswordsModule } from './features/subscriptions/app-passwords.module.js';
import { AttachmentsModule } from './features/attachments/attachments.module.js';
import { AlertsModule } from './features/alerts/alerts.module.js';
import { AnswerLinksModule } from './features/answer-links/answer-links.module.js';
import { CalendarModule } from './features/calendar/calendar.module.js';
import { CellsModule } from './features/cells/cells.module.js';
import { ChangesModule } from './features/changes/changes.module.js';
import { CarddavModule } from './features/carddav/carddav.module.js';
import { CategoriesModule } from './features/categories/categories.module.js';
import { ConfirmationModule } from './features/confirmation/confirmation.module.js';
import { CorrectionsModule } from './features/corrections/corrections.module.js';
import { DirectoryModule } from './features/directory/directory.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { AccessLogModule } from './features/access-log/access-log.module.js';
import { DocumentsModule } from './features/documents/documents.module.js';
import { IdempotencyModule } from './features/idempotency/idempotency.module.js';
import { EmbeddedImagesModule } from './features/embedded-images/embedded-images.module.js';
import { AccountModule } from './features/account/account.module.js';
import { OauthModule } from './features/oauth/oauth.module.js';
import { TransactionModule } from './platform/transaction/transaction.module.js';
import { FrontPageModule } from './features/pages/front-page.module.js';
import { MembershipsModule } from './features/memberships/memberships.module.js';
import { ListsModule } from './features/lists/lists.module.js';
import { MenusModule } from './features/menus/menus.module.js';
import { NotesModule } from './features/notes/notes.module.js';
import { NoticesModule } from './features/notices/notices.module.js';
import { ToolServerModule } from './features/tool-server/tool-server.module.js';
import { OrganizationsModule } from './features/organizations/organizations.module.js';
import { PermissionSlipsModule } from './features/permission-slips/permission-slips.module.js';
import { PhotosModule } from './features/photos/photos.module.js';
import { MeModule } from './features/me/me.module.js';
import { PollsModule } from './features/polls/polls.module.js';
import { ProfileModule } from './features/account/profile/profile.module.js';
import { PersonModule } from './features/person/person.module.js';
import { RegistrationModule } from './features/invitations/registration.module.js';
import { SchoolsModule } from './features/schools/schools.module.js';
import { AccountPagesModule } from './features/account/account-pages.module.js';
import { InvitationPagesModule } from './features/invitations/invitation-pages.module.js';
import { ManagedSlipsModule } from './features/permission-slips/managed/managed-slips.module.js';
import { ManagedSignupsModule } from './features/signups/managed/managed-signups.module.js';
import { SignupsModule } from './features/signups/signups.module.js';
import { StaffModule } from './features/staff/staff.module.js';
import { WatchModule } from './features/watch/watch.module.js';
import { WebhooksModule } from './features/webhooks/webhooks.module.js';
import { DemoAccessModule } from './demo/demo-access.module.js';
import { ObservabilityModule } from './platform/observability/observability.module.js';
import { HttpModule } from './platform/http/http.module.js';
import type { Tracing } from './platform/observability/tracing/tracing.js';
import { LoggingModule } from './platform/observability/logging.module.js';
import { RuntimeModule } from './platform/process/runtime.module.js';
import { StorageServiceModule } from './platform/storage/storage-service.module.js';

/** Time limits of the service, which owes somebody an answer; an operator command waits as long as it takes. */
const PATIENCE = { lockTimeoutMs: 10_000, silenceMs: 15_000 };

/** The table of contents. */
@Module({
  imports: [
    AccessModule,
    AdmissionModule,
    HttpModule,
    DemoAccessModule,
    FrontPageModule,
    ObservabilityModule,
    AppPasswordsModule,
    AttachmentsModule,
    AlertsModule,
    AnswerLinksModule,
    CalendarModule,
    CarddavModule,
    CategoriesModule,
    CellsModule,
    ChangesModule,
    ConfirmationModule,
    CorrectionsModule,
    DirectoryModule,
    AccessLogModule,
    AuditModule,
    DocumentsModule,
    IdempotencyModule,
    EmbeddedImagesModule,
    AccountModule,
    OauthModule,
    TransactionModule,
    MembershipsModule,
    ListsModule,
    MenusModule,
    NotesModule,
    NoticesModule,
    ToolServerModule,
    OrganizationsModule,
    MeModule,
    ManagedSignupsModule,
    ManagedSlipsModule,
    SignupsModule,
    PermissionSlipsModule,
    PhotosModule,
    PollsModule,
    ProfileModule,
    PersonModule,
    RegistrationModule,
    SchoolsModule,
    AccountPagesModule,
    InvitationPagesModule,
    StaffModule,
    WatchModule,
    WebhooksModule,
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
            // Of several processes one does all jobs, and nothing else.
            jobConnections: settings.clusterWorkers === 1 ? jobConnectionsOf(settings.databasePoolSize) : 0,
            replicaUrls: settings.databaseReplicaUrls,
            replicaMaxLagMs: settings.databaseReplicaMaxLagMs,
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
