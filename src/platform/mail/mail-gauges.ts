import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../observability/metrics.service.js';
import { MailsRepository } from './mails.repository.js';

/** Whether mail goes out, for whoever looks on. Every process says the same: the table is the same. */
@Injectable()
export class MailGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly mails: MailsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.gauge('outbox_mails_waiting', 'Mails that are still to be sent.', () => this.mails.count('waiting'));
    this.gauge('outbox_mails_dead', 'Mails that were given up.', () => this.mails.count('dead'));
    this.gauge('outbox_oldest_waiting_seconds', 'Age of the oldest mail that is due and not sent.', () =>
      this.secondsWaited(),
    );
  }

  /** Several processes do not add up. */
  private gauge(name: string, help: string, ask: () => Promise<number>): void {
    this.metrics.gauge(name, help, ask, 'max');
  }

  private async secondsWaited(): Promise<number> {
    const now = this.clock.now();
    const oldest = await this.mails.findOldestDue(now);
    return oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0;
  }
}
