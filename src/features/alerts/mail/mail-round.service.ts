import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { MailFailure } from '../../../mail/mail-failure.js';
import { Mailer } from '../../../mail/mailer.js';
import type { AlertContent } from './alert-content.js';
import { AlertMails } from './alert-mails.service.js';
import { MailDeliveriesRepository, type ClaimedDelivery } from './mail-deliveries.repository.js';
import { AT_ONCE, leaseUntil, MAX_ATTEMPTS, nextAttempt } from './retry-plan.js';

/** A few of the mails that are due: claimed, sent outside of any transaction, and written down one by one. */
@Injectable()
export class MailRound {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly deliveries: MailDeliveriesRepository,
    private readonly mails: AlertMails,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** @returns whether more may be due */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const claimed = await this.deliveries.claim(now, leaseUntil(now, this.mailer.deadlineMs), AT_ONCE);
    if (claimed.length === 0) return false;
    const contents = await this.mails.read(claimed.map(({ id }) => id));
    await Promise.all(claimed.map((delivery) => this.deliver(delivery, contents.get(delivery.id))));
    return claimed.length === AT_ONCE;
  }

  private async deliver(delivery: ClaimedDelivery, content: AlertContent | undefined): Promise<void> {
    if (!content) return this.deliveries.end(delivery.id, 'dropped', this.clock.now(), null);
    // Processes died over it: one more would, too.
    if (delivery.attempts > MAX_ATTEMPTS) return this.giveUp(delivery, 'interrupted');
    const failure = await this.send(content);
    if (!failure) return this.deliveries.end(delivery.id, 'sent', this.clock.now(), null);
    if (failure.isFinal || delivery.attempts >= MAX_ATTEMPTS) return this.giveUp(delivery, failure.message);
    const dueAt = nextAttempt(this.clock.now(), delivery.attempts, Math.random());
    await this.deliveries.postpone(delivery, dueAt, failure.message);
  }

  private async send(content: AlertContent): Promise<MailFailure | null> {
    try {
      await this.mailer.send(this.mails.write(content));
      return null;
    } catch (error) {
      // A disk that is full, say, where mail is written to files.
      return error instanceof MailFailure ? error : new MailFailure('other', null, false);
    }
  }

  private async giveUp({ id, attempts }: ClaimedDelivery, failure: string): Promise<void> {
    this.logger.warn(
      { delivery: id, attempts, failure },
      'A mail was given up; "jobs retry" sends it after all',
    );
    await this.deliveries.end(id, 'dead', this.clock.now(), failure);
  }
}
