import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { makeMonths } from '../database/monthly-partitions.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { JournalService } from './journal.service.js';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const MONTH = 31 * 24 * HOUR;

/** Work behind the journal in every service process. */
@Injectable()
export class JournalJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly service: JournalService,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add(
      { name: 'changes', everyMs: SECOND, round: () => this.service.deliverBehind() },
      { name: 'months of changes', everyMs: HOUR, round: () => this.makeMonths() },
    );
  }

  private async makeMonths(): Promise<boolean> {
    const now = this.clock.now();
    await makeMonths(this.dataSource.manager, 'changes', [now, new Date(now.getTime() + MONTH)]);
    return false;
  }
}
