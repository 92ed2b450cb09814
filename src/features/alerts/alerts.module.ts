import { Injectable, type OnModuleInit, Module } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Metrics } from '../../platform/observability/metrics.service.js';
import { MailDeliveriesRepository, MailChoicesRepository } from './mail-deliveries.repository.js';
import { AlertsRepository, ExpiringGrantsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { ObservabilityModule } from '../../platform/observability/observability.module.js';
import { AlertKinds } from './alert-kinds.js';
import { AlertContentsRepository } from './alert-contents.repository.js';
import { AlertMails } from './alert-mails.service.js';
import { AlertJobs, MailJobsService } from './mail-jobs.service.js';
import { MailWorker } from './mail-worker.service.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import {
  NotificationLinksService,
  NotificationReadingService,
  NotificationsService,
} from './notifications.service.js';
import {
  NotificationLinksRepository,
  NotificationReadingsRepository,
  NotificationsRepository,
} from './notifications.repository.js';
import { NotificationController, NotificationsController } from './notifications.controller.js';

/** Whether mail goes out, for whoever looks on. Every process says the same: it is the same outbox. */
@Injectable()
class OutboxGauges implements OnModuleInit {
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

@Module({
  imports: [MailModule, ObservabilityModule],
  controllers: [NotificationController, NotificationsController, UnsubscribeController],
  providers: [
    AlertContentsRepository,
    AlertJobs,
    AlertKinds,
    AlertMails,
    AlertsRepository,
    AlertsService,
    ExpiringGrantsRepository,
    MailChoicesRepository,
    MailDeliveriesRepository,
    MailJobsService,
    MailWorker,
    NotificationLinksRepository,
    NotificationLinksService,
    NotificationReadingService,
    NotificationReadingsRepository,
    NotificationsRepository,
    NotificationsService,
    OutboxGauges,
    UnsubscribeService,
  ],
  exports: [AlertKinds, AlertsService, MailJobsService, NotificationReadingService],
})
export class AlertsModule {}
