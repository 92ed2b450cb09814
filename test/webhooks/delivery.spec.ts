import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS } from '../../src/features/webhooks/deliveries/webhook-backoff.js';
import { WebhookQueueRepository } from '../../src/features/webhooks/deliveries/webhook-queue.repository.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { type Fault, verified, WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { TlsSite } from '../support/stubs/tls-site.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, makeDeliveries, type TestWebhook } from '../support/webhook.factory.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let t: TestApp;
let receiver: WebhookReceiver;
let school: TestSchool;
let webhook: TestWebhook;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  receiver = new WebhookReceiver();
  await receiver.start();
  school = await aSchool(t);
  webhook = await aWebhook(t, school, receiver.url);
});
afterEach(async () => {
  await receiver.stop();
  t.clock.moveTo(new Date().toISOString());
});

const nextAt = async (): Promise<string> => (await webhook.deliveries())[0]!['next_at'] as string;

describe('A delivery', () => {
  it('arrives once, as a message that the library of the specification verifies', async () => {
    const id = await webhook.test();
    await makeDeliveries(t.app);
    await makeDeliveries(t.app);
    const [message] = receiver.messages;
    expect(receiver.messages).toHaveLength(1);
    expect(message!.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(verified(webhook.secret, message!)).toEqual({
      type: 'test',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { school_id: school.id, id: webhook.id },
    });
    expect(await webhook.deliveries()).toEqual([
      {
        ...{
          id,
          kind: 'test',
          state: 'delivered',
          attempts: 1,
          last_status: 204,
          last_error: null,
          next_at: null,
        },
        created_at: expect.any(String),
      },
    ]);
  });

  it('bears a signature that no other secret and no other body has', async () => {
    await webhook.test();
    await makeDeliveries(t.app);
    const message = receiver.messages[0]!;
    const { secret } = await aWebhook(t, school, receiver.url);
    expect(() => verified(secret, message)).toThrow();
    expect(() => verified(webhook.secret, { ...message, body: `${message.body} ` })).toThrow();
    const headers = { ...message.headers, 'webhook-id': 'another' };
    expect(() => verified(webhook.secret, { ...message, headers })).toThrow();
  });

  it('bears the signature of the secret of before as well for 24 hours', async () => {
    const { body } = await webhook.send('POST', '/secret');
    await webhook.test();
    await makeDeliveries(t.app);
    for (const secret of [webhook.secret, body.secret]) verified(secret, receiver.messages[0]!);
    t.clock.advance(24 * HOUR);
    await webhook.test();
    await makeDeliveries(t.app);
    const [, late] = receiver.messages;
    // The library takes no message whose time is far from its own clock.
    expect(late!.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it.each<[Fault, number | null, string]>([
    ['status 500', 500, 'status'],
    ['status 404', 404, 'status'],
    ['redirect', 302, 'status'],
    ['silence', null, 'timeout'],
    ['reset', null, 'unreachable'],
    ['reset after the head', 200, 'unreachable'],
    ['slow body', 200, 'timeout'],
    ['huge body', 200, 'too_large'],
    ['endless body', 200, 'too_large'],
    ['not HTTP', null, 'unreachable'],
  ])('comes again under its id after %s', async (fault, last_status, last_error) => {
    const id = await webhook.test();
    receiver.fault = () => fault;
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_status,
      last_error,
    });
    expect(await webhook.shown()).toMatchObject({ failing_since: expect.any(String), paused: false });
    receiver.fault = () => 'none';
    t.clock.moveTo(await nextAt());
    await makeDeliveries(t.app);
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(receiver.messages[0]!.body).toBe(receiver.messages[1]!.body);
    expect((await webhook.deliveries())[0]).toMatchObject({
      state: 'delivered',
      attempts: 2,
      last_error: null,
    });
    expect(await webhook.shown()).toMatchObject({ failing_since: null });
  });

  it('fails where the certificate is not to be trusted, and where nobody listens', async () => {
    const site = await TlsSite.start();
    const port = new URL(site.url).port;
    await webhook.send('PATCH', '', { url: `https://127.0.0.1:${port}/` });
    await webhook.test();
    await makeDeliveries(t.app);
    site.stop();
    expect((await webhook.deliveries())[0]).toMatchObject({ last_status: null, last_error: 'unreachable' });
    await webhook.send('PATCH', '', { url: 'http://127.0.0.1:1/' });
    t.clock.moveTo(await nextAt());
    await makeDeliveries(t.app);
    expect((await webhook.deliveries())[0]).toMatchObject({ attempts: 2, last_error: 'unreachable' });
  });

  it('goes out eight times over three days, the second time about a minute after the first', async () => {
    const id = await webhook.test();
    receiver.fault = () => 'status 500';
    const begin = t.clock.now().getTime();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = t.clock.now().getTime();
      await makeDeliveries(t.app);
      const [delivery] = await webhook.deliveries();
      expect(delivery).toMatchObject({
        id,
        attempts: attempt,
        state: attempt < MAX_ATTEMPTS ? 'pending' : 'failed',
      });
      const next = delivery!['next_at'] as string | null;
      if (next === null) break;
      waits.push(Date.parse(next) - before);
      t.clock.moveTo(new Date(Date.parse(next) - 1_000).toISOString());
      await makeDeliveries(t.app);
      expect(receiver.messages).toHaveLength(attempt);
      t.clock.moveTo(next);
    }
    expect(waits).toHaveLength(7);
    expect(Math.abs(waits[0]! - MINUTE)).toBeLessThan(MINUTE / 4);
    expect(Math.abs(t.clock.now().getTime() - begin - 72 * HOUR)).toBeLessThan(8 * HOUR);
    t.clock.advance(24 * HOUR);
    await makeDeliveries(t.app);
    expect(receiver.messages).toHaveLength(8);
    expect((await webhook.deliveries('failed')).map((delivery) => delivery['id'])).toEqual([id]);
  });

  it('goes to another process when the one that had claimed it has died', async () => {
    await webhook.test();
    const now = t.clock.now();
    const leaseUntil = new Date(now.getTime() + MINUTE);
    const claim = { now, leaseUntil, busy: [], webhooks: 9, each: 9 };
    expect(await t.app.get(WebhookQueueRepository).claimDue(claim)).toHaveLength(1);
    await makeDeliveries(t.app);
    expect(receiver.messages).toHaveLength(0);
    t.clock.moveTo(leaseUntil.toISOString());
    await makeDeliveries(t.app);
    expect(receiver.messages).toHaveLength(1);
    expect((await webhook.deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

describe('A receiver that is slow', () => {
  it('keeps no other waiting, and gets one at a time once it has failed', async () => {
    const other = new WebhookReceiver();
    await other.start();
    const quick = await aWebhook(t, school, other.url);
    receiver.fault = () => 'silence';
    for (let count = 0; count < 12; count += 1) await webhook.test();
    for (let count = 0; count < 12; count += 1) await quick.test();
    const sending = makeDeliveries(t.app);
    while (other.messages.length < 12) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(receiver.messages.length).toBeLessThan(12);
    await sending;
    await other.stop();
    expect([receiver.mostAtOnce, other.mostAtOnce]).toEqual([4, expect.any(Number)]);
    expect(receiver.messages).toHaveLength(12);
    expect(await quick.deliveries('pending')).toEqual([]);
  });
});
