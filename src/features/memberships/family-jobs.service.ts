import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { MembershipsService } from './memberships.service.js';
import { RestrictionsService } from './restrictions.service.js';

const HOUR = 60 * 60 * 1_000;

/**
 * Ends memberships whose time of grace is over, without an import: requests compare it with the clock themselves. Restrictions of
 * guardians end here alone.
 */
@Injectable()
export class FamilyJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly memberships: MembershipsService,
    private readonly restrictions: RestrictionsService,
  ) {}

  onModuleInit(): void {
    const round = async (signal: AbortSignal): Promise<boolean> => {
      await this.restrictions.liftEnded(await this.memberships.schoolIds(), signal);
      await this.memberships.settleAll(signal);
      return false;
    };
    this.jobs.add({ name: 'families', everyMs: HOUR, round });
  }
}
