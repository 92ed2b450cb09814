import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { RetentionService } from '../../src/features/person/retention.service.js';
import { MAX_PENDING } from '../../src/features/webhooks/pauses/webhook-pauses.service.js';
import { expectError, expectInvalid } from '../support/errors.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, makeDeliveries, type TestWebhook } from '../support/webhook.factory.js';

let t: TestApp;
let school: TestSchool;
let webhook: TestWebhook;
const receiver = new WebhookReceiver();
beforeAll(async () => {
  t = await startTestApp();
  await receiver.start();
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(async () => {
  await t.dataSource.query('delete from webhooks');
  school = await aSchool(t);
  webhook = await aWebhook(t, school, receiver.url);
  receiver.fault = () => 'none';
  receiver.messages.splice(0);
});

const waiting = (count: number, of = webhook): Promise<unknown> =>
  t.dataSource.query(
    `insert into webhook_deliveries (school_id, webhook_id, kind, data, occurred_at, due_at, created_at)
     select $1, $2, 'menu.changed', '{}', $3, $3::timestamptz + interval '1 day', $3::timestamptz + n * interval '1 ms'
     from generate_series(1, ${count}) n`,
    [school.id, of.id, t.clock.now()],
  );

describe('GET /schools/:schoolId/webhooks/:webhookId/deliveries', () => {
  it('refuses a state that there is not', async () => {
    expectInvalid(await webhook.send('GET', '/deliveries?state=waiting'), 'state');
  });

  it('lists the newest 200, newest first, and those of one state', async () => {
    await waiting(250);
    const all = await webhook.deliveries();
    expect(all).toHaveLength(200);
    const times = all.map(({ created_at }) => created_at as string);
    expect(times).toEqual([...times].sort().reverse());
    expect(await webhook.deliveries('failed')).toEqual([]);
    await webhook.test();
    await makeDeliveries(t.app);
    expect(await webhook.deliveries('delivered')).toHaveLength(1);
    expect((await webhook.deliveries('pending'))[0]).toMatchObject({ kind: 'menu.changed', attempts: 0 });
  });

  it('leaves out those of another webhook', async () => {
    await waiting(1, await aWebhook(t, school, receiver.url));
    expect(await webhook.deliveries()).toEqual([]);
  });
});

describe('POST /schools/:schoolId/webhooks/:webhookId/test', () => {
  it('refuses more than 20 that wait', async () => {
    receiver.fault = () => 'status 500';
    for (let count = 0; count < 20; count += 1) await webhook.test();
    expectError(await webhook.send('POST', '/test'), 409, 'conflict', 'limit_reached');
    await makeDeliveries(t.app);
    expectError(await webhook.send('POST', '/test'), 409, 'conflict', 'limit_reached');
  });

  it('answers 202 with the delivery, and for a key with the same', async () => {
    const send = () =>
      t.api.post(`/schools/${school.id}/webhooks/${webhook.id}/test`, {
        token: webhook.admin.token,
        headers: { 'idempotency-key': 'key-1' },
      });
    const { status, body } = await send();
    expect([status, body]).toEqual([202, { delivery_id: expect.any(String) }]);
    expect((await send()).body).toEqual(body);
    expect(await webhook.deliveries()).toMatchObject([{ id: body.delivery_id, kind: 'test' }]);
  });
});

describe('POST /schools/:schoolId/webhooks/:webhookId/deliveries/:deliveryId/replay', () => {
  it('answers 404 for a delivery of another webhook, an invented and a malformed one', async () => {
    const other = await (await aWebhook(t, school, receiver.url)).test();
    for (const id of [other, randomUUID(), 'delivery'])
      expectError(await webhook.send('POST', `/deliveries/${id}/replay`), 404, 'not_found');
  });

  it('refuses when too much waits already', async () => {
    const id = await webhook.test();
    await waiting(MAX_PENDING);
    expectError(await webhook.send('POST', `/deliveries/${id}/replay`), 409, 'conflict', 'limit_reached');
  });

  it('sends it again under its id, with the same body and all attempts', async () => {
    const id = await webhook.test();
    await makeDeliveries(t.app);
    const { status, body } = await webhook.send('POST', `/deliveries/${id}/replay`);
    expect([status, body]).toEqual([202, { delivery_id: id }]);
    expect(await webhook.deliveries()).toMatchObject([
      { id, state: 'pending', attempts: 0, last_status: null },
    ]);
    await makeDeliveries(t.app);
    expect(await webhook.deliveries()).toMatchObject([{ id, state: 'delivered', attempts: 1 }]);
    const [first, second] = receiver.messages;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
  });
});

describe('What is over', () => {
  it('goes after 14 days, also what waits', async () => {
    await waiting(3);
    await webhook.test();
    await makeDeliveries(t.app);
    t.clock.advance(13 * 24 * 3_600_000);
    await t.app.get(RetentionService, { strict: false }).run();
    expect(await webhook.deliveries()).toHaveLength(4);
    t.clock.advance(2 * 24 * 3_600_000);
    await t.app.get(RetentionService, { strict: false }).run();
    expect(await webhook.deliveries()).toEqual([]);
    t.clock.moveTo(new Date().toISOString());
  });
});

it('Webhooks and their deliveries go with the school', async () => {
  await webhook.test();
  await t.dataSource.query('delete from schools where id = $1', [school.id]);
  expect(await t.dataSource.query('select from webhooks where id = $1', [webhook.id])).toEqual([]);
});
