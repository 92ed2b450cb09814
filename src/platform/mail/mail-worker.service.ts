import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { AT_ONCE, MAX_ATTEMPTS } from './mail-backoff.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
  type WrittenMail,
} from './mail-composers.js';
import { MailDispatch } from './mail-dispatch.service.js';
import { MailsRepository } from './mails.repository.js';

const SECOND = 1_000;

const DROPPED: WrittenMail = { write: () => Promise.resolve(null) };

/**
 * Sends the mails of the outbox: a few are claimed, sent outside of any transaction, and ended one by one. Each composer has
 * a job of its own: a link that somebody waits for does not stand behind thousands of alerts.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap {
  constructor(
    private readonly mails: MailsRepository,
    private readonly composers: MailComposers,
    private readonly dispatch: MailDispatch,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  /** Every composer has been registered by now. */
  onApplicationBootstrap(): void {
    for (const composer of this.composers.all())
      this.jobs.add({ name: composer.job, everyMs: SECOND, round: () => this.sendDue(composer) });
  }

  /** @returns whether more may be due */
  async sendDue(composer: MailComposer): Promise<boolean> {
    const now = this.clock.now();
    const claimed = await this.mails.claimDueMails(
      composer.kinds,
      now,
      this.dispatch.leaseUntil(now),
      AT_ONCE,
    );
    // Processes died over them, or could not compose them: one more could not, too.
    const spent = claimed.filter(({ attempts }) => attempts > MAX_ATTEMPTS);
    await Promise.all(spent.map((mail) => this.dispatch.endInterrupted(mail)));
    const mails = claimed.filter((mail) => !spent.includes(mail));
    const composed = mails.length > 0 ? await composer.compose(mails) : new Map<string, ComposedMail>();
    await Promise.all(mails.map((mail) => this.handle(mail, composed.get(mail.id) ?? DROPPED)));
    return claimed.length === AT_ONCE;
  }

  private handle(mail: ClaimedMail, composed: ComposedMail): Promise<void> {
    return 'heldUntil' in composed
      ? this.mails.hold(mail, composed.heldUntil)
      : this.dispatch.deliver(mail, composed);
  }
}
