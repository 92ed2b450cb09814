import { Module } from '@nestjs/common';
import { CalendarFeedModule } from '../../features/calendar/calendar-feed.module.js';
import { AttachmentFeedModule } from '../../features/attachments/attachment-feed.module.js';
import { DocumentFeedModule } from '../../features/documents/document-feed.module.js';
import { NoticeFeedModule } from '../../features/notices/notice-feed.module.js';
import { ImageEmbeddingModule } from '../../features/embedded-images/image-embedding.module.js';
import { RosterFeedModule } from '../../features/directory/roster-feed.module.js';
import { MenuFeedModule } from '../../features/menus/menu-feed.module.js';
import { MembershipsModule } from '../../features/memberships/memberships.module.js';
import { OrganizationFeedModule } from '../../features/organizations/organization-feed.module.js';
import { SlipFeedModule } from '../../features/permission-slips/slip-feed.module.js';
import { SignupFeedModule } from '../../features/signups/signup-feed.module.js';
import { PollFeedModule } from '../../features/polls/poll-feed.module.js';
import { OrganizationGrantsModule } from '../../features/organizations/organization-grants.module.js';
import { RegistrationModule } from '../../features/registration/registration.module.js';
import { SchoolsModule } from '../../features/schools/schools.module.js';
import { StaffFeedModule } from '../../features/staff/staff-feed.module.js';
import { SchoolTransactionModule } from '../school-transaction.module.js';
import { ContentCalendar } from './content-calendar.js';
import { ContentEventsRepository } from './content-events.repository.js';
import { ContentDocuments } from './content-documents.js';
import { ContentFiles } from './content-files.js';
import { ContentGuardians } from './content-guardians.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { ContentImportService } from './content-import.service.js';
import { ContentItems } from './content-items.js';
import { ContentMembers } from './content-members.js';
import { ContentMenus } from './content-menus.js';
import { ContentOrganizationPeople } from './content-organization-people.js';
import { ContentOrganizations } from './content-organizations.js';
import { ContentParts } from './content-parts.js';
import { ContentPeople } from './content-people.js';
import { ContentPolls } from './content-polls.js';
import { ContentSignups } from './content-signups.js';
import { ContentSlips } from './content-slips.js';
import { ContentPublications } from './content-publications.js';
import { ContentSchool } from './content-school.js';
import { ContentStaff } from './content-staff.js';
import { ContentStudents } from './content-students.js';

@Module({
  imports: [
    AttachmentFeedModule,
    CalendarFeedModule,
    DocumentFeedModule,
    ImageEmbeddingModule,
    MembershipsModule,
    MenuFeedModule,
    NoticeFeedModule,
    OrganizationFeedModule,
    OrganizationGrantsModule,
    PollFeedModule,
    RegistrationModule,
    RosterFeedModule,
    SchoolTransactionModule,
    SchoolsModule,
    SignupFeedModule,
    SlipFeedModule,
    StaffFeedModule,
  ],
  providers: [
    ContentCalendar,
    ContentEventsRepository,
    ContentDocuments,
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
    ContentPolls,
    ContentPublications,
    ContentSchool,
    ContentSignups,
    ContentSlips,
    ContentStaff,
    ContentStudents,
  ],
  exports: [ContentImportService],
})
export class ContentImportModule {}
