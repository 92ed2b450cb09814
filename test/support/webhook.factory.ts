import type { INestApplicationContext } from '@nestjs/common';
import { WebhookMoments } from '../../src/features/webhooks/moments/webhook-moments.service.js';
import { WEBHOOK_KINDS } from '../../src/features/webhooks/webhook-kinds.js';
import { WebhookSender } from '../../src/features/webhooks/deliveries/webhook-sender.service.js';
import { JournalService } from '../../src/platform/journal/journal.service.js';
import { Webhook } from '../../src/features/webhooks/webhook.entity.js';
import { WebhookDelivery } from '../../src/features/webhooks/deliveries/webhook-delivery.entity.js';
import { WebhookSecrets } from '../../src/features/webhooks/webhook-secrets.service.js';
import type { ApiAnswer } from './api-client.js';
import type { TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';
import { tokenOf } from './tokens.js';

/** Tells what has happened and makes the deliveries that are due, as the jobs of a service do. */
export async function sendWebhooks(app: INestApplicationContext): Promise<void> {
  await app.get(JournalService).deliverBehind();
  while (await app.get(WebhookMoments).tellDue());
  await makeDeliveries(app);
}

/** Makes the deliveries that are due. */
export async function makeDeliveries(app: INestApplicationContext): Promise<void> {
  while (await app.get(WebhookSender).sendDue());
}

/** Ids of the rows of a webhook, made by nobody, and of a delivery that waits for it. */
export async function webhookRows(
  t: TestApp,
  { id: schoolId }: { id: string },
): Promise<{ webhookId: string; deliveryId: string }> {
  const { manager } = t.dataSource;
  const now = t.clock.now();
  const secretSealed = t.app.get(WebhookSecrets, { strict: false }).create().sealed;
  const given = {
    url: 'https://app.example.org/hook',
    kinds: ['menu.changed'],
    heardSince: now,
    createdAt: now,
    updatedAt: now,
  };
  const { id: webhookId } = await manager.save(manager.create(Webhook, { schoolId, secretSealed, ...given }));
  const delivery = { schoolId, webhookId, kind: 'menu.changed', data: {}, occurredAt: now, dueAt: now };
  const row = manager.create(WebhookDelivery, { ...delivery, createdAt: now });
  return { webhookId, deliveryId: (await manager.save(row)).id };
}

/** A webhook of a school, and the senior admin who has made it. */
export class TestWebhook {
  constructor(
    private readonly t: TestApp,
    readonly school: TestSchool,
    readonly admin: TestMember,
    readonly id: string,
    readonly secret: string,
  ) {}

  /** With a token of now: tests move the clock by days. */
  async send(method: string, rest = '', body?: unknown): Promise<ApiAnswer> {
    const path = `/schools/${this.school.id}/webhooks/${this.id}${rest}`;
    return this.t.api.send(method, path, { token: await tokenOf(this.t, this.admin), body });
  }

  /** Newest first. */
  async deliveries(state?: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.send('GET', `/deliveries${state ? `?state=${state}` : ''}`);
    return body.deliveries as Record<string, unknown>[];
  }

  /** As the list shows it. */
  async shown(): Promise<Record<string, unknown> | undefined> {
    const token = await tokenOf(this.t, this.admin);
    const { body } = await this.t.api.get(`/schools/${this.school.id}/webhooks`, { token });
    return (body.webhooks as { id: string }[]).find(({ id }) => id === this.id);
  }

  /** A delivery of the kind `test` that waits. */
  async test(): Promise<string> {
    const { body } = await this.send('POST', '/test');
    return body.delivery_id as string;
  }
}

/** One that asks for every kind, unless given. */
export async function aWebhook(
  t: TestApp,
  school: TestSchool,
  url: string,
  kinds: readonly string[] = WEBHOOK_KINDS,
): Promise<TestWebhook> {
  const admin = await school.admin();
  const token = await tokenOf(t, admin);
  const { status, body, text } = await t.api.post(`/schools/${school.id}/webhooks`, {
    token,
    body: { url, kinds },
  });
  if (status !== 201) throw new Error(text);
  return new TestWebhook(t, school, admin, body.id as string, body.secret as string);
}
