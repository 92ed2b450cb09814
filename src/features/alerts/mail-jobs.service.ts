import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { AlertsService } from './alerts.service.js';
import { MailWorker } from './mail-worker.service.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { MailDeliveriesRepository, type MailJob } from './mail-deliveries.repository.js';

export class UnknownJobError extends CommandRefusedError {
  constructor() {
    super('There is no job with this id.');
  }
}

export class JobNotDeadError extends CommandRefusedError {
  /** @param state what it is instead */
  constructor(state: string) {
    super(`The job is ${state}: only a dead one can be repeated.`);
  }
}

/** The newest that one look shows. */
export const JOBS_SHOWN = 1_000;

/** What an operator may see of deliveries, and do about them. */
@Injectable()
export class MailJobsService {
  constructor(
    private readonly deliveries: MailDeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  /** Newest first; `truncated` when there are older ones. */
  async list({ failed }: { failed: boolean }): Promise<{ jobs: MailJob[]; truncated: boolean }> {
    const found = await this.deliveries.list(failed ? 'dead' : null, JOBS_SHOWN + 1);
    return { jobs: found.slice(0, JOBS_SHOWN), truncated: found.length > JOBS_SHOWN };
  }

  /**
   * Sends a dead one after all, with as many attempts as a new one.
   * @throws UnknownJobError
   * @throws JobNotDeadError
   */
  async retry(id: string): Promise<MailJob> {
    const isRevived = isUuid(id) && (await this.deliveries.revive(id, this.clock.now()));
    const job = isUuid(id) ? await this.deliveries.find(id) : null;
    if (!job) throw new UnknownJobError();
    if (!isRevived) throw new JobNotDeadError(job.state);
    return job;
  }
}

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** What goes on behind alerts in every service process. */
@Injectable()
export class AlertJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly alerts: AlertsService,
    private readonly mails: MailWorker,
  ) {}

  onModuleInit(): void {
    this.jobs.add(
      { name: 'begun items', everyMs: SECOND, round: () => this.alerts.raiseNextDue() },
      { name: 'mail', everyMs: SECOND, round: () => this.mails.run() },
      { name: 'old notifications', everyMs: HOUR, round: () => this.alerts.removeOld() },
    );
  }
}
