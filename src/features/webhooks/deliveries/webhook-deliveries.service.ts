import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { lockSeniorAdmin } from '../../../platform/auth/member-lock.repository.js';
import { Clock } from '../../../platform/clock/clock.js';
import { LimitReachedError, NotFoundError } from '../../../platform/errors/app-error.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { TEST_KIND } from '../webhook-kinds.js';
import { MAX_PENDING } from '../pauses/webhook-pauses.service.js';
import type { WebhookDeliveries, WebhookDeliveriesQuery, QueuedDelivery } from '../webhook.dto.js';
import type { Webhook } from '../webhook.entity.js';
import { WebhooksService } from '../webhooks.service.js';

/** Tests of a webhook that may wait at the same time. */
const MAX_PENDING_TESTS = 20;

/** What webhooks of a school were told, and what senior admins have them told. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async list(
    member: Member,
    webhookId: string,
    { state = null }: { [Key in keyof WebhookDeliveriesQuery]: WebhookDeliveriesQuery[Key] | null },
  ): Promise<WebhookDeliveries> {
    const { id } = await this.webhooks.get(member, webhookId);
    return { deliveries: await this.deliveries.listOfWebhook(member.schoolId, id, state) };
  }

  /**
   * Sends one that says nothing, also to a webhook that is paused.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   * @throws LimitReachedError
   */
  test(member: Member, webhookId: string, replay?: Replay): Promise<QueuedDelivery> {
    return this.transactions.run(async (manager) => {
      const { id } = await this.lock(manager, member, webhookId);
      if (replay?.resultKey) return { delivery_id: replay.resultKey };
      const { schoolId } = member;
      if ((await this.deliveries.countPending(manager, schoolId, id, TEST_KIND)) >= MAX_PENDING_TESTS)
        throw new LimitReachedError(
          `At most ${MAX_PENDING_TESTS} tests wait at once: see what becomes of them.`,
        );
      const test = { schoolId, webhookId: id, kind: TEST_KIND, data: { school_id: schoolId, id } };
      return { delivery_id: await this.deliveries.insert(manager, test, this.clock.now()) };
    });
  }

  /**
   * Sends one again under its id, whatever has become of it.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   * @throws LimitReachedError
   */
  replay(member: Member, webhookId: string, deliveryId: string): Promise<QueuedDelivery> {
    return this.transactions.run(async (manager) => {
      const { id } = await this.lock(manager, member, webhookId);
      const { schoolId } = member;
      if ((await this.deliveries.countPending(manager, schoolId, id)) >= MAX_PENDING)
        throw new LimitReachedError(`At most ${MAX_PENDING} deliveries wait for a webhook.`);
      const delivery = { schoolId, webhookId: id, id: deliveryId };
      const isThere =
        isUuid(deliveryId) && (await this.deliveries.replay(manager, delivery, this.clock.now()));
      if (!isThere) throw new NotFoundError();
      return { delivery_id: deliveryId.toLowerCase() };
    });
  }

  private async lock(manager: EntityManager, member: Member, webhookId: string): Promise<Webhook> {
    await lockSeniorAdmin(manager, member);
    return this.webhooks.lock(manager, member, webhookId);
  }
}
