import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { JournalRepository } from './journal.repository.js';
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
    private readonly journal: JournalRepository,
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
    await this.journal.makeMonths([now, new Date(now.getTime() + MONTH)]);
    return false;
  }
}
