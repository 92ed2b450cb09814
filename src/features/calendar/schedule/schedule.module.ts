import { Module } from '@nestjs/common';
import { OrganizationAccessModule } from '../../organizations/organization-access.module.js';
import { OrganizationScheduleController } from './organization-schedule.controller.js';
import { ResultsRepository } from './results.repository.js';
import { ResultsService } from './results.service.js';
import { ScheduleRepository } from './schedule.repository.js';
import { ScheduleService } from './schedule.service.js';

/** What an organization has in the calendar, and how it ended. */
@Module({
  imports: [OrganizationAccessModule],
  controllers: [OrganizationScheduleController],
  providers: [ResultsRepository, ResultsService, ScheduleRepository, ScheduleService],
})
export class ScheduleModule {}
