import { Module, type DynamicModule } from '@nestjs/common';
import type { AppSettings } from '../app.module.js';
import { BackupModule } from '../backup/backup.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { DemoModule } from '../demo/demo.module.js';
import { MailJobsModule } from '../features/alerts/mail-jobs.module.js';
import { GuardianLinksModule } from '../features/directory/guardian-links.module.js';
import { DisclosuresModule } from '../features/disclosures/disclosures.module.js';
import { IdentityModule } from '../features/identity/identity.module.js';
import { MembershipsModule } from '../features/memberships/memberships.module.js';
import { OrganizationGrantsModule } from '../features/organizations/organization-grants.module.js';
import { PersonErasureModule } from '../features/person-erasure/person-erasure.module.js';
import { PersonExportModule } from '../features/person-export/person-export.module.js';
import { RegistrationModule } from '../features/registration/registration.module.js';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { CalendarImportModule } from '../imports/calendar/calendar-import.module.js';
import { ContentImportModule } from '../imports/content/content-import.module.js';
import { MenuImportModule } from '../imports/menus/menu-import.module.js';
import { OneRosterImportModule } from '../imports/oneroster/oneroster-import.module.js';
import { RuntimeModule } from '../runtime/runtime.module.js';

/** A backup needs two at once, and so does the export of a person. */
const CONNECTIONS = 2;

/** What the operator commands stand on: the services of the API, without the API. */
@Module({
  imports: [
    BackupModule,
    CalendarImportModule,
    ContentImportModule,
    DemoModule,
    DisclosuresModule,
    GuardianLinksModule,
    IdentityModule,
    MailJobsModule,
    MembershipsModule,
    MenuImportModule,
    OneRosterImportModule,
    OrganizationGrantsModule,
    PersonErasureModule,
    PersonExportModule,
    RegistrationModule,
    SchoolsModule,
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
