import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { MembershipsService } from './memberships.service.js';

const HOUR = 60 * 60 * 1_000;

/** Whoever has waited long enough ends without an import: what may be done is asked of the clock with each request. */
@Injectable()
export class FamilyJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly memberships: MembershipsService,
  ) {}

  onModuleInit(): void {
    const round = async (signal: AbortSignal): Promise<boolean> => {
      await this.memberships.settleAll(signal);
      return false;
    };
    this.jobs.add({ name: 'families', everyMs: HOUR, round });
  }
}
