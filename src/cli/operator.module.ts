import { Module, type DynamicModule } from '@nestjs/common';
import type { AppSettings } from '../platform/config/settings.js';
import { BackupModule } from './backup/backup.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { DemoModule } from '../demo/demo.module.js';
import { ConfirmationModule } from '../features/confirmation/confirmation.module.js';
import { CorrectionsModule } from '../features/corrections/corrections.module.js';
import { AlertsModule } from '../features/alerts/alerts.module.js';
import { DirectoryModule } from '../features/directory/directory.module.js';
import { AuditModule } from '../features/audit/audit.module.js';
import { AccessLogModule } from '../features/access-log/access-log.module.js';
import { AccountModule } from '../features/account/account.module.js';
import { OauthModule } from '../features/oauth/oauth.module.js';
import { TransactionModule } from '../platform/transaction/transaction.module.js';
import { ListsModule } from '../features/lists/lists.module.js';
import { MembershipsModule } from '../features/memberships/memberships.module.js';
import { MoveModule } from './move/move.module.js';
import { OrganizationsModule } from '../features/organizations/organizations.module.js';
import { PersonModule } from '../features/person/person.module.js';
import { RegistrationModule } from '../features/invitations/registration.module.js';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { WebhooksModule } from '../features/webhooks/webhooks.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { RuntimeModule } from '../platform/process/runtime.module.js';

/** A backup needs two at once, and so does the export of a person. */
const CONNECTIONS = 2;

/** The services of the API for operator commands, without the API. */
@Module({
  imports: [
    BackupModule,
    ImportsModule,
    DemoModule,
    AccessLogModule,
    AuditModule,
    DirectoryModule,
    AccountModule,
    OauthModule,
    TransactionModule,
    AlertsModule,
    ConfirmationModule,
    CorrectionsModule,
    ListsModule,
    MembershipsModule,
    MoveModule,
    OrganizationsModule,
    PersonModule,
    RegistrationModule,
    SchoolsModule,
    WebhooksModule,
  ],
})
export class OperatorModule {
  static with(settings: AppSettings): DynamicModule {
    return {
      module: OperatorModule,
      imports: [
        RuntimeModule.with(settings),
        DatabaseModule.with({
          url: settings.databaseUrl,
          poolSize: Math.max(CONNECTIONS, settings.databasePoolSize),
        }),
      ],
    };
  }
}
