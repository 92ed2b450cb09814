import { Module } from '@nestjs/common';
import { OrganizationGrantsRepository } from './organization-grants.repository.js';
import { OrganizationGrantsService } from './organization-grants.service.js';

@Module({
  providers: [OrganizationGrantsRepository, OrganizationGrantsService],
  exports: [OrganizationGrantsService],
})
export class OrganizationGrantsModule {}
