import type { INestApplicationContext } from '@nestjs/common';
import { WebhookMoments } from '../../src/features/webhooks/webhook-moments.service.js';
import { WEBHOOK_KINDS } from '../../src/features/webhooks/webhook-kinds.js';
import { WebhookSender } from '../../src/features/webhooks/webhook-sender.service.js';
import { JournalService } from '../../src/platform/journal/journal.service.js';
import type { ApiAnswer } from './api-client.js';
import type { TestMember, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

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

/** A webhook of a school, and the senior admin who has made it. */
export class TestWebhook {
  constructor(
    private readonly t: TestApp,
    readonly school: TestSchool,
    readonly admin: TestMember,
    readonly id: string,
    readonly secret: string,
  ) {}

  send(method: string, rest = '', body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer> {
    const path = `/schools/${this.school.id}/webhooks/${this.id}${rest}`;
    return this.t.api.send(method, path, { token: this.admin.token, body, ...(headers && { headers }) });
  }

  /** Newest first. */
  async deliveries(state?: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.send('GET', `/deliveries${state ? `?state=${state}` : ''}`);
    return body.deliveries as Record<string, unknown>[];
  }

  /** As the list shows it. */
  async shown(): Promise<Record<string, unknown> | undefined> {
    const { body } = await this.t.api.get(`/schools/${this.school.id}/webhooks`, { token: this.admin.token });
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
  const { status, body, text } = await t.api.post(`/schools/${school.id}/webhooks`, {
    token: admin.token,
    body: { url, kinds },
  });
  if (status !== 201) throw new Error(text);
  return new TestWebhook(t, school, admin, body.id as string, body.secret as string);
}
