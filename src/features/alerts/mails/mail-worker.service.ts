import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { AT_ONCE } from '../../../platform/mail/mail-backoff.js';
import { MailDispatch } from '../../../platform/mail/mail-dispatch.service.js';
import { AlertMails } from './alert-mails.service.js';
import { type ClaimedDelivery, MailDeliveriesRepository } from './mail-deliveries.repository.js';

/** A few of the alerts that are due: claimed, sent outside of any transaction, and written down one by one. */
@Injectable()
export class MailWorker {
  constructor(
    private readonly deliveries: MailDeliveriesRepository,
    private readonly mails: AlertMails,
    private readonly dispatch: MailDispatch,
    private readonly clock: Clock,
  ) {}

  /** @returns whether more may be due */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const claimed = await this.deliveries.claim(now, this.dispatch.leaseUntil(now), AT_ONCE);
    if (claimed.length === 0) return false;
    const contents = await this.mails.read(claimed);
    await Promise.all(
      claimed.map((delivery) =>
        this.dispatch.deliver<ClaimedDelivery>(delivery, this.deliveries, () => {
          const content = contents.get(delivery.id);
          return Promise.resolve(content ? this.mails.write(content) : null);
        }),
      ),
    );
    return claimed.length === AT_ONCE;
  }
}
