import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../observability/metrics.service.js';
import { Outboxes } from './outboxes.js';

/** Whether mail goes out, for whoever looks on. Every process says the same: the tables are the same. */
@Injectable()
export class OutboxGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly outboxes: Outboxes,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { outboxes } = this;
    this.gauge('outbox_mails_waiting', 'Mails that are still to be sent.', () => outboxes.count('waiting'));
    this.gauge('outbox_mails_dead', 'Mails that were given up.', () => outboxes.count('dead'));
    this.gauge('outbox_oldest_waiting_seconds', 'Age of the oldest mail that is still to be sent.', () =>
      this.secondsWaited(),
    );
  }

  /** Several processes do not add up. */
  private gauge(name: string, help: string, ask: () => Promise<number>): void {
    this.metrics.gauge(name, help, ask, 'max');
  }

  private async secondsWaited(): Promise<number> {
    const oldest = await this.outboxes.findOldestWaiting();
    return oldest ? Math.max(0, (this.clock.now().getTime() - oldest.getTime()) / 1000) : 0;
  }
}
