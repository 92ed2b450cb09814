import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPermissionSlip } from '../support/permission-slip.factory.js';
import { aPoll } from '../support/poll.factory.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { aSignup } from '../support/signup.factory.js';
import { verified, WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, sendWebhooks, type TestWebhook } from '../support/webhook.factory.js';

const HOUR = 3_600_000;

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
  school = await aSchool(t);
  webhook = await aWebhook(t, school, receiver.url);
  receiver.messages.splice(0);
});

const after = (ms: number): Date => new Date(t.clock.now().getTime() + ms);

/** Kind and item of each message, in some order. */
async function told(): Promise<string[]> {
  await sendWebhooks(t.app);
  const messages = receiver.messages.splice(0).map((message) => JSON.parse(message.body));
  return messages.map(({ type, data }) => `${type} ${data.id}`).sort();
}

describe('A poll', () => {
  it('comes up once when it opens and once when it closes, whoever is alerted of it', async () => {
    const made = t.clock.now();
    const given = { opensAt: after(HOUR), closesAt: after(2 * HOUR), createdAt: made, alertedAt: made };
    const poll = await aPoll(t, school, given);
    expect(await told()).toEqual([]);
    t.clock.advance(HOUR);
    expect(await told()).toEqual([`poll.opened ${poll.id}`]);
    expect(await told()).toEqual([]);
    t.clock.advance(HOUR);
    expect(await told()).toEqual([`poll.closed ${poll.id}`]);
    expect(await told()).toEqual([]);
  });

  it('comes up with the moment of its opening, and by nobody', async () => {
    const opensAt = after(HOUR);
    const poll = await aPoll(t, school, { opensAt, createdAt: t.clock.now() });
    t.clock.advance(2 * HOUR);
    await sendWebhooks(t.app);
    // The library takes no message whose time is far from its own clock.
    expect(JSON.parse(receiver.messages[0]!.body)).toEqual({
      type: 'poll.opened',
      timestamp: opensAt.toISOString(),
      data: { school_id: school.id, id: poll.id, item_type: 'poll', membership_id: null },
    });
    expect(() => verified(webhook.secret, receiver.messages[0]!)).toThrow(/timestamp/);
  });

  it('comes up again when its closing was moved', async () => {
    const poll = await aPoll(t, school, { createdAt: t.clock.now(), closesAt: after(HOUR) });
    t.clock.advance(HOUR);
    expect(await told()).toEqual([`poll.closed ${poll.id}`, `poll.opened ${poll.id}`]);
    await t.dataSource.query('update polls set closes_at = $2 where id = $1', [poll.id, after(HOUR)]);
    expect(await told()).toEqual([]);
    t.clock.advance(HOUR);
    expect(await told()).toEqual([`poll.closed ${poll.id}`]);
  });

  it.each<[string, object]>([
    ['is a draft', { opensAt: null }],
    ['was deleted', { deletedAt: new Date() }],
    ['had opened before the webhook was made', { createdAt: new Date(0) }],
  ])('stays untold when it %s', async (_, given) => {
    await aPoll(t, school, { createdAt: t.clock.now(), opensAt: after(-HOUR), ...given });
    expect(await told()).toEqual([]);
  });

  it('stays untold while the school has turned polls off', async () => {
    await school.setFeatures({ polls: false });
    await aPoll(t, school, { createdAt: t.clock.now() });
    expect(await told()).toEqual([]);
  });
});

it('A sign-up and a slip are told of when they open', async () => {
  const given = { createdAt: t.clock.now(), opensAt: after(HOUR), closesAt: null };
  const signup = await aSignup(t, school, {}, given);
  const slip = await aPermissionSlip(t, school, given);
  expect(await told()).toEqual([]);
  t.clock.advance(HOUR);
  expect(await told()).toEqual([`permission_slip.opened ${slip.id}`, `signup.opened ${signup.id}`]);
});

it('A webhook that asks for more is told of openings from then on, and not of those of before', async () => {
  const menus = await aWebhook(t, await aSchool(t), receiver.url, ['menu.changed']);
  await aPoll(t, menus.school, { createdAt: t.clock.now() });
  t.clock.advance(HOUR);
  await menus.send('PATCH', '', { kinds: ['poll.opened', 'poll.closed'] });
  expect(await told()).toEqual([]);
  const { id } = await aPoll(t, menus.school, { createdAt: t.clock.now() });
  expect(await told()).toEqual([`poll.opened ${id}`]);
});

it('A moment is told once, however many processes look', async () => {
  await aPoll(t, school, { createdAt: t.clock.now() });
  await Promise.all([sendWebhooks(t.app), sendWebhooks(t.app), sendWebhooks(t.app)]);
  await sendWebhooks(t.app);
  expect(receiver.messages).toHaveLength(1);
});
