import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { AT_ONCE } from './mail-backoff.js';
import { type ClaimedMail, type ComposedMail, type MailComposer, MailComposers } from './mail-composers.js';
import { MailDispatch } from './mail-dispatch.service.js';
import { MailsRepository } from './mails.repository.js';

const SECOND = 1_000;

/** Sends the mails of the outbox: a few are claimed, sent outside of any transaction, and ended one by one. */
@Injectable()
export class MailWorker implements OnModuleInit {
  constructor(
    private readonly mails: MailsRepository,
    private readonly composers: MailComposers,
    private readonly dispatch: MailDispatch,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'mail', everyMs: SECOND, round: () => this.run() });
  }

  /** @returns whether more may be due */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const kinds = this.composers.kinds();
    const claimed = await this.mails.claimDue(kinds, now, this.dispatch.leaseUntil(now), AT_ONCE);
    await Promise.all(this.composers.grouped(claimed).map((group) => this.sendGroup(...group)));
    return claimed.length === AT_ONCE;
  }

  private async sendGroup(composer: MailComposer, mails: ClaimedMail[]): Promise<void> {
    const composed = await composer.compose(mails);
    const DROPPED: ComposedMail = { write: () => Promise.resolve(null) };
    await Promise.all(mails.map((mail) => this.dispatch.deliver(mail, composed.get(mail.id) ?? DROPPED)));
  }
}
