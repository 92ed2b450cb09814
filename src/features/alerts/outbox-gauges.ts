import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Metrics } from '../../platform/observability/metrics.service.js';
import { MailDeliveriesRepository } from './mail-deliveries.repository.js';

/** Whether mail goes out, for whoever looks on. Every process says the same: it is the same outbox. */
@Injectable()
export class OutboxGauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly deliveries: MailDeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { deliveries } = this;
    this.gauge('outbox_mails_waiting', 'Mails that are still to be sent.', () => deliveries.count('waiting'));
    this.gauge('outbox_mails_dead', 'Mails that were given up.', () => deliveries.count('dead'));
    this.gauge('outbox_oldest_waiting_seconds', 'Age of the oldest mail that is still to be sent.', () =>
      this.secondsWaited(),
    );
  }

  /** Several processes do not add up. */
  private gauge(name: string, help: string, ask: () => Promise<number>): void {
    this.metrics.gauge(name, help, ask, 'max');
  }

  private async secondsWaited(): Promise<number> {
    const oldest = await this.deliveries.findOldestWaiting();
    return oldest ? Math.max(0, (this.clock.now().getTime() - oldest.getTime()) / 1000) : 0;
  }
}
