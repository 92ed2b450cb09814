import { Module } from '@nestjs/common';
import { EventNewsModule } from '../news/event-news.module.js';
import { OrganizationAccessModule } from '../../organizations/organization-access.module.js';
import { ResultsRepository } from './results.repository.js';
import { ResultsService } from './results.service.js';

/** How events of an organization ended, without the routes. */
@Module({
  imports: [EventNewsModule, OrganizationAccessModule],
  providers: [ResultsRepository, ResultsService],
  exports: [ResultsService],
})
export class ResultsModule {}
