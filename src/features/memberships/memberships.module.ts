import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { SignupsModule } from '../signups/signups.module.js';
import { MembershipsRepository } from './memberships.repository.js';
import { FamiliesService } from './families.service.js';
import { MembershipsService } from './memberships.service.js';
import { FamilyJobs } from './family-jobs.service.js';
import { OffboardingController } from './offboarding.controller.js';
import { OffboardingService } from './offboarding.service.js';
import { MemberRemovalService } from './member-removal.service.js';
import { PhotosModule } from '../photos/photos.module.js';
import { OffboardingRepository } from './offboarding.repository.js';

@Module({
  imports: [DirectoryModule, PhotosModule, SignupsModule],
  controllers: [OffboardingController],
  providers: [
    FamiliesService,
    FamilyJobs,
    MemberRemovalService,
    MembershipsRepository,
    MembershipsService,
    OffboardingRepository,
    OffboardingService,
  ],
  exports: [FamiliesService, MemberRemovalService, MembershipsService, OffboardingRepository],
})
export class MembershipsModule {}
