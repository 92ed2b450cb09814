import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { takesWrites } from '../../../platform/database/moved-schools.js';
import type { DeliveryFailure } from './delivery-state.js';
import { TEST_KIND } from '../webhook-kinds.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { Webhook } from '../webhook.entity.js';

/** A delivery that this process is to make now. */
export interface ClaimedDelivery {
  id: string;
  schoolId: string;
  webhookId: string;
  kind: string;
  data: Record<string, unknown>;
  /** UTC. */
  occurredAt: Date;
  /** This one included. */
  attempts: number;
  url: string;
  secretSealed: string;
  formerSecretSealed: string | null;
  /** UTC. */
  formerSecretUntil: Date | null;
}

export interface Claim {
  now: Date;
  leaseUntil: Date;
  /** Webhooks that are left out: this process is at them. */
  busy: string[];
  /** Webhooks that are taken at most. */
  webhooks: number;
  /** Deliveries of each that are taken at most: one where the last one failed. */
  each: number;
}

/** True for a row `delivery` that is due at $1. To a paused webhook goes only what a senior admin tries it with. */
const IS_DUE = `delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= $1
  and (webhook.paused_at is null or delivery.kind = '${TEST_KIND}') and ${takesWrites('delivery.school_id')}`;

/** Webhooks that take what they are sent come first: those that fail keep nobody waiting. */
const CLAIM = `
  with turn as materialized (
    select webhook.id, webhook.paused_at, webhook.failing_since, next.due_at from webhooks webhook
    cross join lateral (select delivery.due_at from webhook_deliveries delivery where ${IS_DUE}
      order by delivery.due_at limit 1) next
    where webhook.id <> all ($3::uuid[]) and not exists (select from applications application
      where application.id = webhook.application_id and application.revoked_at is not null)
    order by webhook.failing_since is not null, next.due_at limit $4
  ), due as materialized (
    select taken.id from turn webhook cross join lateral (
      select delivery.id from webhook_deliveries delivery where ${IS_DUE} order by delivery.due_at
      limit case when webhook.failing_since is null then $5::int else 1 end for update skip locked) taken
  ), claimed as (
    update webhook_deliveries delivery set attempts = delivery.attempts + 1, due_at = $2 from due
    where delivery.id = due.id
    returning delivery.*
  )
  select claimed.id, claimed.school_id as "schoolId", claimed.webhook_id as "webhookId", claimed.kind, claimed.data, claimed.occurred_at as "occurredAt",
    claimed.attempts, webhook.url, webhook.secret_sealed as "secretSealed",
    webhook.former_secret_sealed as "formerSecretSealed", webhook.former_secret_until as "formerSecretUntil"
  from claimed join webhooks webhook on webhook.id = claimed.webhook_id`;

/** Deliveries of all schools that are due, and what becomes of them. */
@Injectable()
export class WebhookQueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Claims deliveries that are due: they count as tried, and are due again after `leaseUntil` should this process die over
   * them.
   */
  async claimDue({ now, leaseUntil, busy, webhooks, each }: Claim): Promise<ClaimedDelivery[]> {
    return await this.dataSource.query(CLAIM, [now, leaseUntil, busy, webhooks, each]);
  }

  /** Ends a delivery for good, whichever process has claimed it meanwhile. */
  async endDelivered({ id, schoolId, webhookId }: ClaimedDelivery, status: number | null): Promise<void> {
    const delivered = { state: 'delivered', lastStatus: status, lastError: null } as const;
    const deliveries = this.dataSource.getRepository(WebhookDelivery);
    await deliveries.update({ schoolId, id, state: 'pending' }, delivered);
    const webhooks = this.dataSource.getRepository(Webhook);
    await webhooks.update({ id: webhookId, failingSince: Not(IsNull()) }, { failingSince: null });
  }

  /**
   * Tries it again at `dueAt`, or never where there is none, unless another process has claimed it meanwhile.
   */
  async endAttempt(
    { id, schoolId, webhookId, attempts }: ClaimedDelivery,
    outcome: { status: number | null; failure: DeliveryFailure; dueAt: Date | null },
    now: Date,
  ): Promise<void> {
    const { status: lastStatus, failure: lastError, dueAt } = outcome;
    const next = dueAt ? ({ dueAt } as const) : ({ state: 'failed' } as const);
    await this.dataSource
      .getRepository(WebhookDelivery)
      .update({ schoolId, id, attempts, state: 'pending' }, { lastStatus, lastError, ...next });
    const webhooks = this.dataSource.getRepository(Webhook);
    await webhooks.update({ id: webhookId, failingSince: IsNull() }, { failingSince: now });
  }
}
