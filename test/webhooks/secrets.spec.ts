import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SealedWebhooksRepository } from '../../src/features/webhooks/sealed-webhooks.repository.js';
import { WebhookSecretRotation } from '../../src/features/webhooks/webhook-secret-rotation.service.js';
import { WebhookSecrets } from '../../src/features/webhooks/webhook-secrets.service.js';
import { DataKeys } from '../../src/platform/auth/data-keys.js';
import { SIGNING_KEYS } from '../../src/platform/auth/signing-keys.js';
import { aSchool } from '../support/school.factory.js';
import { verified, WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, makeDeliveries, type TestWebhook } from '../support/webhook.factory.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)] as const;

let t: TestApp;
let webhook: TestWebhook;
const receiver = new WebhookReceiver();
// The settings of the service are read at each use: the test changes its keys as an operator does.
const dataKeys = [OLD];
beforeAll(async () => {
  t = await startTestApp({ dataKeys });
  await receiver.start();
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(async () => {
  await t.dataSource.query('delete from webhooks');
  webhook = await aWebhook(t, await aSchool(t), receiver.url);
  receiver.messages.splice(0);
});

const rotate = (...keys: Buffer[]) => {
  const secrets = new WebhookSecrets(
    new DataKeys({ dataKeys: keys }, t.app.get(SIGNING_KEYS, { strict: false })),
  );
  return new WebhookSecretRotation(t.app.get(SealedWebhooksRepository), secrets).rotate();
};

it('Secrets are sealed by the key of now, the former ones as well, and sign as before', async () => {
  const { body } = await webhook.send('POST', '/secret');
  expect(await rotate(NEW, OLD)).toEqual({ sealed: 1, unopenable: 0 });
  expect(await rotate(NEW, OLD)).toEqual({ sealed: 0, unopenable: 0 });
  dataKeys.splice(0, 1, NEW);
  await webhook.test();
  await makeDeliveries(t.app);
  for (const secret of [webhook.secret, body.secret as string]) verified(secret, receiver.messages[0]!);
  dataKeys.splice(0, 1, OLD);
});

it('A secret that no key opens is counted, and fails its deliveries until it is renewed', async () => {
  const { sealed } = new WebhookSecrets(
    new DataKeys({ dataKeys: [NEW] }, t.app.get(SIGNING_KEYS, { strict: false })),
  ).create();
  await t.dataSource.query('update webhooks set secret_sealed = $1', [sealed]);
  expect(await rotate(OLD)).toEqual({ sealed: 0, unopenable: 1 });
  await webhook.test();
  await makeDeliveries(t.app);
  expect(await webhook.deliveries()).toMatchObject([{ state: 'pending', last_error: 'no_secret' }]);
  expect(receiver.messages).toEqual([]);
});

it('A secret of a school that has moved away stays as it is, and those of the others are sealed', async () => {
  const other = await aWebhook(t, await aSchool(t), receiver.url);
  await t.dataSource.query(
    'update schools set moved_at = now() where id = (select school_id from webhooks where id = $1)',
    [webhook.id],
  );
  expect(await rotate(NEW, OLD)).toEqual({ sealed: 1, unopenable: 0 });
  dataKeys.splice(0, 1, NEW);
  await other.test();
  await makeDeliveries(t.app);
  verified(other.secret, receiver.messages[0]!);
  dataKeys.splice(0, 1, OLD);
});
