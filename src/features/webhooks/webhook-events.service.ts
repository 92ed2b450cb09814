import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import {
  WebhookDeliveriesRepository,
  type WebhookEvent,
} from './deliveries/webhook-deliveries.repository.js';
import { WebhookPauses } from './pauses/webhook-pauses.service.js';

/** Writes down what the webhooks of a school are told. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly pauses: WebhookPauses,
    private readonly clock: Clock,
  ) {}

  /** A delivery of each event for each webhook that asks for its kind. */
  async tell(manager: EntityManager, schoolId: string, events: WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const now = this.clock.now();
    const written = await this.deliveries.writeDeliveries(manager, schoolId, events, now);
    await this.pauses.pauseFull(manager, written);
  }
}
