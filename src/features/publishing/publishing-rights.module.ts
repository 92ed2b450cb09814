import { Module } from '@nestjs/common';
import { OrganizationAccessModule } from '../organizations/organization-access.module.js';
import { PublishingRightsRepository } from './publishing-rights.repository.js';
import { PublishingRightsService } from './publishing-rights.service.js';

@Module({
  imports: [OrganizationAccessModule],
  providers: [PublishingRightsRepository, PublishingRightsService],
  exports: [PublishingRightsService],
})
export class PublishingRightsModule {}
