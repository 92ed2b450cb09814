import { Module } from '@nestjs/common';
import { OrganizationFeedRepository } from './organization-feed.repository.js';
import { OrganizationFeedService } from './organization-feed.service.js';

@Module({
  providers: [OrganizationFeedRepository, OrganizationFeedService],
  exports: [OrganizationFeedService],
})
export class OrganizationFeedModule {}
