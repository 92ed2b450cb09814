import { Module } from '@nestjs/common';
import { ResultsModule } from '../features/calendar/schedule/results.module.js';
import { SlipAnsweringModule } from '../features/permission-slips/slip-answering.module.js';
import { PollAnsweringModule } from '../features/polls/poll-answering.module.js';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { SignupClaimingModule } from '../features/signups/signup-claiming.module.js';
import { ContentImportModule } from '../imports/content/content-import.module.js';
import { DemoAccessModule } from './demo-access.module.js';
import { DemoAnswersRepository } from './demo-answers.repository.js';
import { DemoAnswersService } from './demo-answers.service.js';
import { DemoClaims } from './demo-claims.service.js';
import { DemoPollResponses } from './demo-poll-responses.service.js';
import { DemoResults } from './demo-results.service.js';
import { DemoSchoolService } from './demo-school.service.js';
import { DemoSlipResponses } from './demo-slip-responses.service.js';

@Module({
  imports: [
    ContentImportModule,
    DemoAccessModule,
    PollAnsweringModule,
    ResultsModule,
    SchoolsModule,
    SignupClaimingModule,
    SlipAnsweringModule,
  ],
  providers: [
    DemoAnswersRepository,
    DemoAnswersService,
    DemoClaims,
    DemoPollResponses,
    DemoResults,
    DemoSchoolService,
    DemoSlipResponses,
  ],
  exports: [DemoAccessModule, DemoSchoolService],
})
export class DemoModule {}
