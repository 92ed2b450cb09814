import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { ApplicationWebhooks } from '../../src/features/webhooks/application-webhooks.service.js';
import type { ChangeKind } from '../../src/platform/journal/change-kinds.js';
import { record } from '../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { aNoticeRow, raiseNotice } from '../support/alerts.js';
import { anApplication, aPersonWithPassword, type TestApplication } from '../support/application.factory.js';
import { fillSchool } from '../support/schools/large-school.factory.js';
import { aPoll } from '../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { verified, WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { sendWebhooks } from '../support/webhook.factory.js';

let t: TestApp;
let application: TestApplication;
let school: TestSchool;
let parent: TestMember;
let secret: string;
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
  application = await anApplication(t);
  school = await aSchool(t);
  parent = await school.parent({}, await aPersonWithPassword(t));
  secret = await add('menu.changed', 'poll.opened', 'notification.created');
  receiver.messages.splice(0);
});
afterEach(() => t.clock.moveTo(new Date().toISOString()));

const webhooks = () => t.app.get(ApplicationWebhooks, { strict: false });
const add = async (...kinds: string[]): Promise<string> =>
  (await webhooks().add(application.clientId, receiver.url, kinds)).secret;

const change = (of: TestSchool, kind: ChangeKind = 'menu.changed') =>
  t.app
    .get(Transactions)
    .run((manager) => Promise.resolve(record({ manager, schoolId: of.id }, { kind, id: of.id })));

/** Kind and school of each message since the last time. */
async function told(): Promise<[string, unknown][]> {
  await sendWebhooks(t.app);
  const messages = receiver.messages.splice(0).map((message) => JSON.parse(message.body));
  return messages.map(({ type, data }): [string, unknown] => [type, data.school_id]);
}

describe('A webhook of an application', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['an application that is not there', () => webhooks().add(randomUUID(), receiver.url, ['menu.changed'])],
    ['a malformed id', () => webhooks().add('app', receiver.url, ['menu.changed'])],
    [
      'an address that is not public',
      () => webhooks().add(application.clientId, 'https://10.0.0.1/', ['menu.changed']),
    ],
    ['a kind that there is not', () => add('notification.read')],
    ['no kinds', () => add('')],
    ['one more than 20', () => Promise.all(Array.from({ length: 20 }, () => add('menu.changed')))],
    [
      'a revoked application',
      async () => {
        await t.app.get(ApplicationsService).revoke(application.clientId);
        await add('menu.changed');
      },
    ],
  ])('gets refused for %s', async (_, attempt) => {
    await expect(attempt()).rejects.toThrow(/application|--url|--kinds/);
  });

  it('hears a school from the first sign-in until nobody has a living session of it', async () => {
    const other = await aSchool(t);
    await change(school);
    expect(await told()).toEqual([]);
    await application.signIn(parent);
    await Promise.all([change(school), change(other)]);
    expect(await told()).toEqual([['menu.changed', school.id]]);
    await t.dataSource.query('update user_sessions set revoked_at = now() where application_id = $1', [
      application.clientId,
    ]);
    await change(school);
    expect(await told()).toEqual([]);
  });

  it('hears nothing more once the session is over, or the member has left', async () => {
    await application.signIn(parent);
    await school.deactivate(parent);
    await change(school);
    expect(await told()).toEqual([]);
    const second = await school.parent({}, await aPersonWithPassword(t));
    await application.signIn(second);
    t.clock.advance(100 * 24 * 3_600_000);
    await change(school);
    expect(await told()).toEqual([]);
  });

  it('hears of all schools of those who use it, and of no kind that it does not ask for', async () => {
    const second = await aSchool(t);
    await second.parent({}, parent);
    await application.signIn(parent);
    await Promise.all([change(school), change(second), change(school, 'roster.changed')]);
    expect((await told()).sort()).toEqual([school, second].map(({ id }) => ['menu.changed', id]).sort());
  });

  it('hears of no opening and no change from before the first sign-in', async () => {
    await aPoll(t, school, { createdAt: t.clock.now() });
    await change(school);
    t.clock.advance(1_000);
    await application.signIn(parent);
    expect(await told()).toEqual([]);
  });

  it('hears of openings', async () => {
    await application.signIn(parent);
    await aPoll(t, school, { createdAt: t.clock.now() });
    expect((await told()).filter(([type]) => type === 'poll.opened')).toEqual([['poll.opened', school.id]]);
  });

  it('gets nothing that waits once the application is revoked', async () => {
    await application.signIn(parent);
    receiver.fault = () => 'status 500';
    await change(school);
    expect(await told()).toHaveLength(1);
    receiver.fault = () => 'none';
    await t.app.get(ApplicationsService).revoke(application.clientId);
    t.clock.advance(600_000);
    expect(await told()).toEqual([]);
  });

  it('goes with what waits for it, and is listed without a secret before', async () => {
    const list = await webhooks().list(application.clientId);
    expect(list).toMatchObject([
      { url: receiver.url, kinds: ['menu.changed', 'poll.opened', 'notification.created'] },
    ]);
    expect(JSON.stringify(list)).not.toMatch(/secret|sealed/);
    const other = await anApplication(t);
    await expect(webhooks().remove(other.clientId, receiver.url)).rejects.toThrow(/no webhook/);
    expect(await webhooks().remove(application.clientId, receiver.url)).toBe(1);
    expect(await webhooks().list(application.clientId)).toEqual([]);
  });
});

describe('notification.created', () => {
  it('names member, notification and kind, and no title', async () => {
    await application.signIn(parent);
    const notice = await aNoticeRow(t, school, { title: 'Canary in a title' });
    await raiseNotice(t, notice);
    await sendWebhooks(t.app);
    const [message, ...more] = receiver.messages;
    expect(more).toEqual([]);
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from notifications where school_id = $1',
      [school.id],
    );
    expect(verified(secret, message!)).toMatchObject({
      type: 'notification.created',
      data: {
        school_id: school.id,
        notifications: [{ membership_id: parent.membershipId, notification_id: id, kind: 'notice_created' }],
      },
    });
    expect(message!.body).not.toContain('Canary');
  });

  it('comes in one delivery for at most 1,000 recipients', async () => {
    await application.signIn(parent);
    await fillSchool(t, school);
    await raiseNotice(t, await aNoticeRow(t, school));
    await sendWebhooks(t.app);
    const told = receiver.messages.map(
      ({ body }) => JSON.parse(body).data.notifications as { membership_id: string }[],
    );
    expect(told.map(({ length }) => length).sort((a, b) => b - a)).toEqual([
      ...Array<number>(5).fill(1_000),
      1,
    ]);
    expect(new Set(told.flat().map(({ membership_id }) => membership_id)).size).toBe(5_001);
  });

  it('leaves out a notification that is gone', async () => {
    await application.signIn(parent);
    await raiseNotice(t, await aNoticeRow(t, school));
    await t.dataSource.query('delete from notifications where school_id = $1', [school.id]);
    expect(await told()).toEqual([]);
  });
});
