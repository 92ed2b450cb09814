import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { ObjectRemovals } from './object-removals.service.js';

const TEN_MINUTES = 10 * 60_000;

/** Sweeps while the service runs, one sweep at a time. */
@Injectable()
export class RemovalJob implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly removals: ObjectRemovals,
  ) {}

  onModuleInit(): void {
    const round = async (signal: AbortSignal): Promise<boolean> => {
      await this.removals.sweep(signal);
      return false;
    };
    this.jobs.add({ name: 'superfluous objects', everyMs: TEN_MINUTES, round });
  }
}
