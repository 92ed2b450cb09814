import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';
import { leaseUntil } from './webhook-backoff.js';
import { type ClaimedDelivery, WebhookQueueRepository } from './webhook-queue.repository.js';

const SECOND = 1_000;
/** Webhooks that one process serves at the same time. */
const WEBHOOKS_AT_ONCE = 32;
/** Deliveries that one process makes to a webhook at the same time. */
const EACH_AT_ONCE = 4;

/**
 * Makes the deliveries that are due. Each webhook is served by itself: one that is slow, or that has much to take, keeps no
 * other waiting.
 */
@Injectable()
export class WebhookSender implements OnModuleInit {
  private readonly logger = new Logger('Webhooks');
  /** By id of the webhook. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly queue: WebhookQueueRepository,
    private readonly dispatch: WebhookDispatch,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'upstreamTimeoutMs'>,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'webhooks', everyMs: SECOND, round: (signal) => this.sendDue(signal) });
  }

  /**
   * Begins what is due, and waits until one webhook has been served, or for a second.
   * @returns whether more may be due, or is under way
   */
  async sendDue(signal?: AbortSignal): Promise<boolean> {
    for (const deliveries of byWebhook(await this.claimDue())) this.serve(deliveries);
    if (this.underWay.size === 0) return false;
    const second = delay(SECOND, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([...this.underWay.values(), second]);
    // A process that stops ends what it has begun.
    if (signal?.aborted) await Promise.all(this.underWay.values());
    return true;
  }

  private async claimDue(): Promise<ClaimedDelivery[]> {
    const webhooks = WEBHOOKS_AT_ONCE - this.underWay.size;
    if (webhooks <= 0) return [];
    const now = this.clock.now();
    return await this.queue.claimDue({
      ...{ now, leaseUntil: leaseUntil(now, this.settings.upstreamTimeoutMs) },
      ...{ busy: [...this.underWay.keys()], webhooks, each: EACH_AT_ONCE },
    });
  }

  private serve(deliveries: ClaimedDelivery[]): void {
    const [{ webhookId }] = deliveries as [ClaimedDelivery];
    const served = Promise.allSettled(deliveries.map((one) => this.dispatch.deliver(one))).then((all) => {
      this.underWay.delete(webhookId);
      const failed = all.find((one) => one.status === 'rejected');
      if (failed)
        this.logger.warn({ error: nameOf(failed.reason) }, 'The outcome of a delivery was not stored');
    });
    this.underWay.set(webhookId, served);
  }
}

const nameOf = (error: unknown): string | undefined => (error as Error | undefined)?.name;

function byWebhook(claimed: ClaimedDelivery[]): ClaimedDelivery[][] {
  return [...Map.groupBy(claimed, ({ webhookId }) => webhookId).values()];
}
