import { Injectable } from '@nestjs/common';
import { isUuid } from '../text/uuid.js';
import { Clock } from '../clock/clock.js';
import { JobNotDeadError, UnknownJobError } from './mail-jobs.errors.js';
import type { MailJob } from './outbox.js';
import { Outboxes } from './outboxes.js';

/** The newest that one look shows. */
export const MAX_LISTED_JOBS = 1_000;

/** Lists mails for an operator, and repeats or drops them. */
@Injectable()
export class MailJobsService {
  constructor(
    private readonly outboxes: Outboxes,
    private readonly clock: Clock,
  ) {}

  /** Newest first; `truncated` when there are older ones. */
  async list({ failed }: { failed: boolean }): Promise<{ jobs: MailJob[]; truncated: boolean }> {
    const found = await this.outboxes.list(failed ? 'dead' : null, MAX_LISTED_JOBS + 1);
    return { jobs: found.slice(0, MAX_LISTED_JOBS), truncated: found.length > MAX_LISTED_JOBS };
  }

  /**
   * Sends a dead one after all, with as many attempts as a new one. One whose link has expired is `dropped` instead: whoever
   * asked for it asks for another one.
   * @throws UnknownJobError
   * @throws JobNotDeadError
   */
  async retry(id: string): Promise<MailJob> {
    const outcome = isUuid(id) ? await this.outboxes.revive(id, this.clock.now()) : null;
    if (!outcome) throw new UnknownJobError();
    const { job, revival } = outcome;
    if (revival === 'not dead') throw new JobNotDeadError(job.state);
    return (await this.outboxes.find(id)) ?? { ...job, state: 'dropped' };
  }
}
