import { Module } from '@nestjs/common';
import { AccessLogModule } from '../features/access-log/access-log.module.js';
import { IdempotencyModule } from '../features/idempotency/idempotency.module.js';
import { DirectoryModule } from '../features/directory/directory.module.js';
import { ImportRunsRepository } from './import-runs.repository.js';
import { ImportRuns } from './import-runs.service.js';
import { SchoolImports } from './school-imports.service.js';
import { CategoriesModule } from '../features/categories/categories.module.js';
import { ConfirmationModule } from '../features/confirmation/confirmation.module.js';
import { CorrectionsModule } from '../features/corrections/corrections.module.js';
import { CalendarModule } from '../features/calendar/calendar.module.js';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { CalendarFileWriter } from './calendar/calendar-file.writer.js';
import { CalendarImportRepository } from './calendar/calendar-import.repository.js';
import { CalendarImportService } from './calendar/calendar-import.service.js';
import { AttachmentsModule } from '../features/attachments/attachments.module.js';
import { DocumentsModule } from '../features/documents/documents.module.js';
import { NoticesModule } from '../features/notices/notices.module.js';
import { EmbeddedImagesModule } from '../features/embedded-images/embedded-images.module.js';
import { MenusModule } from '../features/menus/menus.module.js';
import { ListsModule } from '../features/lists/lists.module.js';
import { MembershipsModule } from '../features/memberships/memberships.module.js';
import { OrganizationsModule } from '../features/organizations/organizations.module.js';
import { PermissionSlipsModule } from '../features/permission-slips/permission-slips.module.js';
import { SignupsModule } from '../features/signups/signups.module.js';
import { PollsModule } from '../features/polls/polls.module.js';
import { RegistrationModule } from '../features/invitations/registration.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { StaffModule } from '../features/staff/staff.module.js';
import { ContentItems } from './content/content-items.js';
import { ContentParts } from './content/content-parts.js';
import { ContentCalendar } from './content/content-calendar.js';
import { ContentMenus } from './content/content-menus.js';
import { ContentImportRepository } from './content/content-import.repository.js';
import { ContentEventsRepository } from './content/content-events.repository.js';
import { ContentDocuments } from './content/content-documents.js';
import { ContentFiles } from './content/content-files.js';
import { ContentRestrictions } from './content/content-restrictions.js';
import { ContentPeople } from './content/content-people.js';
import { ContentFamilies } from './content/content-families.js';
import { ContentGuardians } from './content/content-guardians.js';
import { ContentImages } from './content/content-images.js';
import { ContentImportService } from './content/content-import.service.js';
import { ContentMembers } from './content/content-members.js';
import { ContentStaff } from './content/content-staff.js';
import { ContentOrganizationPeople } from './content/content-organization-people.js';
import { ContentOrganizations } from './content/content-organizations.js';
import { ContentPublications } from './content/content-publications.js';
import { ContentSlips } from './content/content-slips.js';
import { PublicationImport } from './content/publication-import.js';
import { ContentSchool } from './content/content-school.js';
import { ContentStudents } from './content/content-students.js';
import { ImportUndoService } from './undo/import-undo.service.js';
import { UndoEffects } from './undo/undo-effects.service.js';
import { UndoObjects } from './undo/undo-objects.service.js';
import { MenuImportService } from './menus/menu-import.service.js';
import { ArchiveLimit } from './oneroster/apply/archive-limit.js';
import { ClassImporter } from './oneroster/apply/class-importer.js';
import { DistrictImporter } from './oneroster/apply/district-importer.js';
import { RestrictedAgents } from './oneroster/apply/restricted-agents.js';
import { RestrictedAgentsRepository } from './oneroster/apply/restricted-agents.repository.js';
import { RosterWriter } from './oneroster/apply/roster-writer.js';
import { FamilyImporter } from './oneroster/apply/family-importer.js';
import { FormerSchoolRepository } from './oneroster/apply/former-school.repository.js';
import { OneRosterImportService } from './oneroster/oneroster-import.service.js';
import { OneRosterRepository } from './oneroster/apply/oneroster.repository.js';
import { SchoolImporter } from './oneroster/apply/school-importer.js';

@Module({
  imports: [
    // The features bring their controllers, whose guards and interceptors ask for these.
    AccessLogModule,
    IdempotencyModule,
    // Alerts are of every kind, in every program.
    ConfirmationModule,
    AttachmentsModule,
    CalendarModule,
    CategoriesModule,
    CorrectionsModule,
    DirectoryModule,
    DocumentsModule,
    EmbeddedImagesModule,
    ListsModule,
    MembershipsModule,
    MenusModule,
    NoticesModule,
    OrganizationsModule,
    PermissionSlipsModule,
    PollsModule,
    RegistrationModule,
    SchoolsModule,
    SignupsModule,
    StaffModule,
    StorageModule,
  ],
  providers: [
    CalendarFileWriter,
    CalendarImportRepository,
    CalendarImportService,
    ClassImporter,
    ContentCalendar,
    ContentDocuments,
    ContentEventsRepository,
    ContentFamilies,
    ContentFiles,
    ContentGuardians,
    ContentImages,
    ContentImportRepository,
    ContentImportService,
    ContentItems,
    ContentMembers,
    ContentMenus,
    ContentOrganizationPeople,
    ContentOrganizations,
    ContentParts,
    ContentPeople,
    ContentRestrictions,
    ContentPublications,
    ContentSchool,
    ContentSlips,
    ContentStaff,
    ContentStudents,
    ArchiveLimit,
    DistrictImporter,
    FamilyImporter,
    RestrictedAgents,
    RestrictedAgentsRepository,
    RosterWriter,
    FormerSchoolRepository,
    ImportRuns,
    ImportRunsRepository,
    ImportUndoService,
    MenuImportService,
    OneRosterImportService,
    OneRosterRepository,
    PublicationImport,
    SchoolImporter,
    SchoolImports,
    UndoEffects,
    UndoObjects,
  ],
  exports: [
    CalendarImportService,
    ContentImportService,
    ImportRuns,
    ImportUndoService,
    MenuImportService,
    OneRosterImportService,
    SchoolImports,
  ],
})
export class ImportsModule {}
