import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { AT_ONCE } from '../../../platform/mail/mail-backoff.js';
import { MailDispatch } from '../../../platform/mail/mail-dispatch.service.js';
import { AccountMailWriter } from './account-mail-writer.service.js';
import { AccountMailsRepository } from './account-mails.repository.js';

/** Sends what `AccountMails` has written down. */
@Injectable()
export class AccountMailWorker implements OnModuleInit {
  constructor(
    private readonly mails: AccountMailsRepository,
    private readonly writer: AccountMailWriter,
    private readonly dispatch: MailDispatch,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'account mail', everyMs: 1_000, round: () => this.run() });
  }

  /** @returns whether more may be due */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const due = await this.mails.claim(now, this.dispatch.leaseUntil(now), AT_ONCE);
    await Promise.all(
      due.map((mail) => this.dispatch.deliver(mail, this.mails, () => this.writer.write(mail))),
    );
    return due.length === AT_ONCE;
  }
}
