import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../features/attachments/attachments.module.js';
import { EmbeddedImagesModule } from '../features/embedded-images/embedded-images.module.js';
import { NoticesModule } from '../features/notices/notices.module.js';
import { ConfirmationModule } from '../features/confirmation/confirmation.module.js';
import { CorrectionsModule } from '../features/corrections/corrections.module.js';
import { CalendarModule } from '../features/calendar/calendar.module.js';
import { PermissionSlipsModule } from '../features/permission-slips/permission-slips.module.js';
import { PollsModule } from '../features/polls/polls.module.js';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { SignupsModule } from '../features/signups/signups.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { DemoAccessModule } from './demo-access.module.js';
import { DemoAdditions } from './demo-additions.service.js';
import { DemoConfirmation } from './demo-confirmation.service.js';
import { DemoAnswersRepository } from './demo-answers.repository.js';
import { DemoAnswersService } from './demo-answers.service.js';
import { DemoNotices } from './demo-notices.service.js';
import { DemoResults } from './demo-results.service.js';
import { DemoClaims } from './demo-claims.service.js';
import { DemoPollResponses } from './demo-poll-responses.service.js';
import { DemoSchoolService } from './demo-school.service.js';
import { DemoSlipResponses } from './demo-slip-responses.service.js';

@Module({
  imports: [
    AttachmentsModule,
    ConfirmationModule,
    CorrectionsModule,
    EmbeddedImagesModule,
    ImportsModule,
    NoticesModule,
    DemoAccessModule,
    PollsModule,
    CalendarModule,
    SchoolsModule,
    SignupsModule,
    PermissionSlipsModule,
  ],
  providers: [
    DemoAdditions,
    DemoAnswersRepository,
    DemoAnswersService,
    DemoClaims,
    DemoConfirmation,
    DemoNotices,
    DemoPollResponses,
    DemoResults,
    DemoSchoolService,
    DemoSlipResponses,
  ],
  exports: [DemoAccessModule, DemoSchoolService],
})
export class DemoModule {}
