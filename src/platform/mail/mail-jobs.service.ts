import { Injectable } from '@nestjs/common';
import { isUuid } from '../text/uuid.js';
import { Clock } from '../clock/clock.js';
import { JobNotDeadError, UnknownJobError } from './mail-jobs.errors.js';
import { Transactions } from '../transaction/transactions.service.js';
import { MailComposers } from './mail-composers.js';
import type { DeadMailJob, MailJob } from './mail-job.js';
import { MailsRepository } from './mails.repository.js';

/** The newest that one look shows. */
export const MAX_LISTED_JOBS = 1_000;

/** Lists mails for an operator, and repeats or drops them. */
@Injectable()
export class MailJobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: MailsRepository,
    private readonly composers: MailComposers,
    private readonly clock: Clock,
  ) {}

  /** Newest first; `truncated` when there are older ones. @param failed those alone that were given up, with whose they were */
  async list({
    failed,
  }: {
    failed: boolean;
  }): Promise<{ jobs: (MailJob | DeadMailJob)[]; truncated: boolean }> {
    const limit = MAX_LISTED_JOBS + 1;
    const found = failed ? await this.mails.findDeadJobs(limit) : await this.mails.findJobs(limit);
    return { jobs: found.slice(0, MAX_LISTED_JOBS), truncated: found.length > MAX_LISTED_JOBS };
  }

  /**
   * Sends a dead one after all, with as many attempts as a new one. One whose link has expired is `dropped` instead: whoever
   * asked for it asks for another one.
   * @throws UnknownJobError
   * @throws JobNotDeadError
   */
  async retry(id: string): Promise<MailJob> {
    const job = isUuid(id) ? await this.mails.findJob(id) : null;
    if (!job) throw new UnknownJobError();
    if (!(await this.revive(id))) throw new JobNotDeadError(job.state);
    return (await this.mails.findJob(id)) ?? { ...job, state: 'dropped' };
  }

  /** Links of typed addresses are good for minutes: one that was refused is asked for again, not sent again. */
  private revive(id: string): Promise<boolean> {
    return this.transactions.run(
      async (manager) =>
        (await this.mails.deleteDead(manager, id, this.composers.typedKinds())) ||
        (await this.mails.revive(manager, id, this.clock.now())),
    );
  }
}
