import { Module } from '@nestjs/common';
import { OrganizationAccessModule } from '../../organizations/organization-access.module.js';
import { OrganizationScheduleController } from './organization-schedule.controller.js';
import { ResultsModule } from './results.module.js';
import { ScheduleRepository } from './schedule.repository.js';
import { ScheduleService } from './schedule.service.js';

/** What an organization has in the calendar, and how it ended. */
@Module({
  imports: [OrganizationAccessModule, ResultsModule],
  controllers: [OrganizationScheduleController],
  providers: [ScheduleRepository, ScheduleService],
})
export class ScheduleModule {}
