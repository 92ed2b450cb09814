import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationWebhooks } from '../../../src/features/webhooks/application-webhooks.service.js';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import { fillSchool } from '../../support/schools/large-school.factory.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool } from '../../support/school.factory.js';
import { verified, WebhookReceiver } from '../../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

/*
 * One notice to all 10,000 parents of a school, published at a process of the service, and an application that is told of each
 * notification: the way of a push relay.
 */

let t: TestApp;
let service: ServiceProcess;
const receiver = new WebhookReceiver();
beforeAll(async () => {
  t = await startTestApp();
  await receiver.start();
  service = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await t.close();
  await receiver.stop();
}, 60_000);

interface Told {
  membership_id: string;
  notification_id: string;
}

it('tells an application of a notice to 10,000 parents, of each one once', async () => {
  const school = await aSchool(t);
  const admin = await school.admin();
  const application = await anApplication(t);
  await application.signIn(await school.parent({}, await aPersonWithPassword(t)));
  await fillSchool(t, school, 10_000);
  const kinds = ['notification.created'];
  const { secret } = await t.app
    .get(ApplicationWebhooks, { strict: false })
    .add(application.clientId, receiver.url, kinds);

  const body = { title: 'Snow day', body: 'Stay at home.', expires_at: tomorrow() };
  const token = await tokenOf(t, admin);
  const started = performance.now();
  const { status } = await service.api.post(`/schools/${school.id}/notices`, { token, body });
  const answered = performance.now();
  expect(status).toBe(201);
  const told = (): Told[] =>
    receiver.messages.flatMap((message) => verified(secret, message).data['notifications'] as Told[]);
  while (told().length < 10_000 && performance.now() < answered + 120_000) await delay(50);
  const took = performance.now() - answered;
  await delay(2_000);

  const recipients = told().map(({ membership_id }) => membership_id);
  figure('Recipients of one notice that an application was told of', new Set(recipients).size);
  figure('Seconds until the answer of the publication', seconds(answered - started));
  figure('Seconds from the answer until the application was told of all', seconds(took), 'at most 10');
  figure('Recipients told of twice', recipients.length - new Set(recipients).size, '0');
  expect(new Set(recipients).size).toBe(10_001);
  expect(recipients).toHaveLength(10_001);
}, 300_000);

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();
