import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { MembershipsRepository } from './memberships.repository.js';
import { FamiliesService } from './families.service.js';
import { MembershipsService } from './memberships.service.js';
import { FamilyJobs } from './family-jobs.service.js';
import { OffboardingController } from './offboarding.controller.js';
import { OffboardingService } from './offboarding.service.js';
import { MemberRemovalService } from './member-removal.service.js';
import { MemberHoldings } from './member-holdings.service.js';
import { MemberLinksService } from './member-links.service.js';
import { MemberProfilesRepository } from './member-profiles.repository.js';
import { MemberProfilesService } from './member-profiles.service.js';
import { RestrictionsService } from './restrictions.service.js';
import { OffboardingRepository } from './offboarding.repository.js';

@Module({
  imports: [DirectoryModule, StaffModule],
  controllers: [OffboardingController],
  providers: [
    FamiliesService,
    FamilyJobs,
    MemberHoldings,
    MemberLinksService,
    MemberProfilesRepository,
    MemberProfilesService,
    MemberRemovalService,
    MembershipsRepository,
    MembershipsService,
    OffboardingRepository,
    OffboardingService,
    RestrictionsService,
  ],
  exports: [
    FamiliesService,
    MemberHoldings,
    MemberLinksService,
    MemberProfilesService,
    MemberRemovalService,
    MembershipsService,
    RestrictionsService,
  ],
})
export class MembershipsModule {}
