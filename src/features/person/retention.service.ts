import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { DAY_MS, MAIL_FILE_DAYS, PERIODS, type Period } from '../../platform/database/retention.js';
import { RetentionRepository } from './retention.repository.js';

/** Rows at once: others wait for none of them, and a crash takes back no more than these. */
const BATCH = 500;

const MINUTE_MS = 60_000;

/** Tables of what strangers begin and do not finish: they are swept often. */
const OFTEN = PERIODS.filter(([, { often }]) => often);

/** The name that files of mails have among the tables. */
const MAIL_FILES = '(mail files)';

/** Ends what is over: see `platform/database/retention.ts`. It can be begun again, and by several at once. */
@Injectable()
export class RetentionService implements OnModuleInit {
  constructor(
    private readonly rows: RetentionRepository,
    private readonly mailer: Mailer,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const round = async (signal: AbortSignal): Promise<boolean> => {
      await this.run(signal);
      return false;
    };
    const roundOfOften = async (signal: AbortSignal): Promise<boolean> => {
      for (const [table, period] of OFTEN) await this.removeFrom(table, period, signal);
      return false;
    };
    this.jobs.add(
      { name: 'retention', everyMs: DAY_MS, round },
      { name: 'expired beginnings', everyMs: MINUTE_MS, round: roundOfOften },
    );
  }

  /** @returns rows that went, by their table, and files of mails */
  async run(signal?: AbortSignal): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    for (const [table, period] of PERIODS) {
      if (signal?.aborted) return removed;
      removed[table] = await this.removeFrom(table, period, signal);
    }
    removed[MAIL_FILES] = await this.mailer.removeBefore(this.daysAgo(MAIL_FILE_DAYS));
    return removed;
  }

  /** @returns how many went */
  async removeFrom(table: string, period: Period, signal?: AbortSignal): Promise<number> {
    const moment = this.daysAgo(period.days);
    const remove = (): Promise<number> => {
      if (period.byMonth) return this.rows.removeMonths(table, period, moment, BATCH);
      if (period.byFunction) return this.rows.removeEntries(moment, BATCH);
      return this.rows.removeBatch(table, period, moment, BATCH);
    };
    let sum = 0;
    for (;;) {
      const removed = await remove();
      sum += removed;
      if (removed < BATCH || signal?.aborted) return sum;
    }
  }

  private daysAgo(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }
}
