import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { utcText } from '../../../platform/database/utc-text.js';
import type { DeliveryState } from './delivery-state.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { hearsOf } from '../webhook-hearing.js';
import type { WebhookDeliveryBody } from '../webhook.dto.js';

/** Something that webhooks of a school may hear of. */
export interface WebhookEvent {
  kind: string;
  /** The member `data` of the message. */
  data: Record<string, unknown>;
  /** UTC: when it happened. */
  at: Date;
}

/** The newest that are shown. */
const MAX_LISTED = 200;

const WRITE = `
  insert into webhook_deliveries (school_id, webhook_id, kind, data, occurred_at, due_at, created_at)
  select $1::uuid, webhook.id, event.kind, event.data, event.at, $3::timestamptz, $3
  from jsonb_to_recordset($2::jsonb) as event(ordinal int, kind text, data jsonb, at timestamptz)
  join webhooks webhook on ${hearsOf('$1::uuid', '$3::timestamptz', 'event.at')} and webhook.paused_at is null and event.kind = any (webhook.kinds)
    and webhook.created_at <= event.at
  order by event.ordinal
  returning webhook_id as "webhookId"`;

const LIST = `
  select id, kind, state, attempts, last_status, last_error,
    case when state = 'pending' then ${utcText('due_at')} end as next_at, ${utcText('created_at')} as created_at
  from webhook_deliveries where school_id = $1 and webhook_id = $2 and ($3::text is null or state = $3)
  order by created_at desc, id limit ${MAX_LISTED}`;

@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Writes a delivery of each event for each webhook that hears of it.
   * @returns the webhooks that have one more to take
   */
  async writeDeliveries(
    manager: EntityManager,
    schoolId: string,
    events: WebhookEvent[],
    now: Date,
  ): Promise<string[]> {
    const rows = events.map((event, ordinal) => ({ ...event, ordinal }));
    const written = await manager.query<{ webhookId: string }[]>(WRITE, [
      schoolId,
      JSON.stringify(rows),
      now,
    ]);
    return [...new Set(written.map(({ webhookId }) => webhookId))];
  }

  async insert(
    manager: EntityManager,
    delivery: Pick<WebhookDelivery, 'schoolId' | 'webhookId' | 'kind' | 'data'>,
    now: Date,
  ): Promise<string> {
    const deliveries = manager.getRepository(WebhookDelivery);
    const { id } = await deliveries.save({ ...delivery, occurredAt: now, dueAt: now, createdAt: now });
    return id;
  }

  /** Newest first. */
  listOfWebhook(
    schoolId: string,
    webhookId: string,
    state: DeliveryState | null,
  ): Promise<WebhookDeliveryBody[]> {
    return this.dataSource.query(LIST, [schoolId, webhookId, state]);
  }

  /** Counts what waits for it, or what of one kind does. */
  countPending(manager: EntityManager, schoolId: string, webhookId: string, kind?: string): Promise<number> {
    return manager
      .getRepository(WebhookDelivery)
      .countBy({ schoolId, webhookId, state: 'pending', ...(kind !== undefined && { kind }) });
  }

  /** Sends it anew, with as many attempts as a new one. @returns false when there is none */
  async replay(
    manager: EntityManager,
    { schoolId, webhookId, id }: Pick<WebhookDelivery, 'schoolId' | 'webhookId' | 'id'>,
    now: Date,
  ): Promise<boolean> {
    const again = { state: 'pending', attempts: 0, dueAt: now, lastStatus: null, lastError: null } as const;
    const { affected } = await manager
      .getRepository(WebhookDelivery)
      .update({ schoolId, webhookId, id }, again);
    return affected === 1;
  }
}
