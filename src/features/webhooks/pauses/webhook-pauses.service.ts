import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { PAUSED_AFTER_MS } from '../deliveries/webhook-backoff.js';
import { type PausedWebhook, WebhookPausesRepository } from './webhook-pauses.repository.js';

const MINUTE = 60_000;
/** Deliveries that may wait for one webhook. */
export const MAX_PENDING = 10_000;
/** The kind of the mail that says so. */
export const PAUSED_MAIL = 'webhook_paused';

/** Pauses webhooks that take nothing any more, and tells the senior admins of their school. */
@Injectable()
export class WebhookPauses implements OnModuleInit {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly transactions: Transactions,
    private readonly pauses: WebhookPausesRepository,
    private readonly mails: MailsRepository,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'failing webhooks', everyMs: MINUTE, round: () => this.pauseFailing() });
  }

  /** Pauses those that have failed for three days. @returns false: there are no more */
  pauseFailing(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const now = this.clock.now();
      const since = new Date(now.getTime() - PAUSED_AFTER_MS);
      await this.tell(manager, await this.pauses.pauseFailing(manager, since, now));
      return false;
    });
  }

  /** Pauses those for which more waits than they will ever take. */
  async pauseFull(manager: EntityManager, webhookIds: string[]): Promise<void> {
    if (webhookIds.length === 0) return;
    const now = this.clock.now();
    await this.tell(manager, await this.pauses.pauseFull(manager, webhookIds, MAX_PENDING, now));
  }

  private async tell(manager: EntityManager, paused: PausedWebhook[]): Promise<void> {
    if (paused.length === 0) return;
    const now = this.clock.now();
    this.logger.warn(
      { webhooks: paused.map(({ id }) => id) },
      'Webhooks take nothing any more and are paused',
    );
    const admins = await this.pauses.findSeniorAdmins(manager, paused);
    const mails = admins.map(({ webhookId, schoolId, userId }) => ({
      // There is one mail of a kind on a subject: it may be paused again.
      ...{ kind: PAUSED_MAIL, subject: `${webhookId} ${now.toISOString()}` },
      ...{ schoolId, userId, details: { webhookId } },
    }));
    await this.mails.insertMails(manager, mails, now);
  }
}
