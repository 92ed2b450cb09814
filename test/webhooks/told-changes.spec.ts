import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { WEBHOOK_KIND_OF, WEBHOOK_KINDS } from '../../src/features/webhooks/webhook-kinds.js';
import { ITEM_MOMENTS } from '../../src/features/webhooks/moments/webhook-moments.js';
import type { ChangeKind } from '../../src/platform/journal/change-kinds.js';
import { record } from '../../src/platform/journal/recorded-changes.js';
import { aJournalWorld, recordedWritesOf } from '../journal/recorded-writes.calls.js';
import { RECORDED } from '../journal/recorded-writes.table.js';
import { type PhotoApp, startPhotoApp } from '../support/files/photo-app.js';
import { aPoll } from '../support/poll.factory.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { type ReceivedMessage, verified, WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import type { TestApp } from '../support/test-app.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { aWebhook, sendWebhooks, type TestWebhook } from '../support/webhook.factory.js';

let app: PhotoApp;
let t: TestApp;
const receiver = new WebhookReceiver();
beforeAll(async () => {
  app = await startPhotoApp();
  t = app.t;
  await receiver.start();
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});
beforeEach(() => {
  t.clock.moveTo(new Date().toISOString());
  receiver.fault = () => 'none';
  receiver.messages.splice(0);
});

/** An id, that of an occurrence, that of the School Details, or a moment. */
const IS_ID =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(_\S+)?|school-details|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;
const WORDS: Record<string, RegExp> = { type: /^[a-z_]+\.[a-z]+$/, item_type: /^[a-z_]+$/ };

/** Whatever a message says besides the names of its members. */
function texts(value: unknown, name = ''): { name: string; text: string }[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [{ name, text: JSON.stringify(value).replaceAll('"', '') }];
  if (Array.isArray(value)) return value.flatMap((one) => texts(one, name));
  return Object.entries(value).flatMap(([key, one]) => texts(one, key));
}

function expectIdsAlone({ body }: ReceivedMessage): void {
  for (const { name, text } of texts(JSON.parse(body))) expect(text).toMatch(WORDS[name] ?? IS_ID);
}

const typesOf = (webhook: TestWebhook): string[] =>
  [...new Set(receiver.messages.map((message) => verified(webhook.secret, message).type))].sort();

describe('A request that changes something', () => {
  const told = Object.entries(RECORDED).map(([name, kinds]): [string, string[]] => [
    name,
    [...new Set(kinds.flatMap((kind) => WEBHOOK_KIND_OF[kind] ?? []))].sort(),
  ]);

  it.each(told)('tells by %s of %j, in ids alone', async (name, kinds) => {
    const world = await aJournalWorld(app);
    const { method = 'POST', path, body } = await recordedWritesOf(app)[name]!(world);
    const webhook = await aWebhook(t, world.school, receiver.url);
    await sendWebhooks(t.app);
    receiver.messages.splice(0);
    const answer = await t.api.send(method, path, { token: world.caller.token, body });
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    await sendWebhooks(t.app);
    const opened = ITEM_MOMENTS.map(({ kind }): string => kind);
    expect(typesOf(webhook).filter((type) => !opened.includes(type))).toEqual(kinds);
    for (const message of receiver.messages) {
      expectIdsAlone(message);
      expect(verified(webhook.secret, message).data['school_id']).toBe(world.school.id);
    }
  });
});

describe('A kind of webhook', () => {
  it('comes of a change, or with time', () => {
    const possible = [...Object.values(WEBHOOK_KIND_OF), ...ITEM_MOMENTS.map(({ kind }) => kind)];
    expect([...new Set<string>(possible)].sort()).toEqual([...WEBHOOK_KINDS].sort());
  });
});

describe('A webhook', () => {
  let school: TestSchool;
  beforeEach(async () => {
    school = await aSchool(t);
  });
  const change = (kind: ChangeKind, id: string = randomUUID(), ids?: Record<string, string[]>) =>
    t.app
      .get(Transactions)
      .run((manager) =>
        Promise.resolve(record({ manager, schoolId: school.id }, { kind, id, ...(ids && { ids }) })),
      );

  it('hears of the kinds that it asks for, in its own school, from when it was made', async () => {
    const other = await aSchool(t);
    await change('menu.changed');
    t.clock.advance(1_000);
    const [menus, members, elsewhere] = [
      await aWebhook(t, school, receiver.url, ['menu.changed']),
      await aWebhook(t, school, receiver.url, ['member.joined', 'menu.changed']),
      await aWebhook(t, other, receiver.url),
    ];
    await change('menu.changed');
    await change('member.joined');
    await sendWebhooks(t.app);
    const kinds = async (webhook: TestWebhook) => (await webhook.deliveries()).map(({ kind }) => kind).sort();
    expect(await kinds(menus)).toEqual(['menu.changed']);
    expect(await kinds(members)).toEqual(['member.joined', 'menu.changed']);
    expect(await kinds(elsewhere)).toEqual([]);
  });

  it('hears nothing while it is paused, and of what happens from then on once it goes on', async () => {
    const webhook = await aWebhook(t, school, receiver.url);
    await webhook.send('PATCH', '', { paused: true });
    await change('menu.changed');
    await sendWebhooks(t.app);
    await webhook.send('PATCH', '', { paused: false });
    await sendWebhooks(t.app);
    expect(receiver.messages).toEqual([]);
    await change('menu.changed');
    await sendWebhooks(t.app);
    expect(receiver.messages).toHaveLength(1);
  });

  it('hears nothing more once it is deleted, and its deliveries are gone', async () => {
    const webhook = await aWebhook(t, school, receiver.url);
    receiver.fault = () => 'status 500';
    await change('menu.changed');
    await sendWebhooks(t.app);
    receiver.fault = () => 'none';
    receiver.messages.splice(0);
    await webhook.send('DELETE');
    await change('menu.changed');
    t.clock.advance(600_000);
    await sendWebhooks(t.app);
    expect(receiver.messages).toEqual([]);
    const rows = await t.dataSource.query('select from webhook_deliveries where webhook_id = $1', [
      webhook.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('hears of each change once, whoever reads the journal', async () => {
    const webhook = await aWebhook(t, school, receiver.url);
    for (let count = 0; count < 5; count += 1) await change('menu.changed');
    await Promise.all([sendWebhooks(t.app), sendWebhooks(t.app), sendWebhooks(t.app)]);
    await sendWebhooks(t.app);
    expect(await webhook.deliveries()).toHaveLength(5);
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  });

  it('hears who got a place of a waitlist', async () => {
    const webhook = await aWebhook(t, school, receiver.url);
    const members = [randomUUID()];
    await change('signup.promoted', randomUUID(), { members });
    await sendWebhooks(t.app);
    expect(verified(webhook.secret, receiver.messages[0]!).data).toMatchObject({ membership_ids: members });
  });

  it('hears who has answered a poll, and of an anonymous one nobody, in no member and no header', async () => {
    const webhook = await aWebhook(t, school, receiver.url, ['poll.answered']);
    const voter = await school.parent();
    const [open, secret] = [await aPoll(t, school), await aPoll(t, school, { anonymous: true })];
    await open.respond(voter);
    await secret.respond(voter);
    await sendWebhooks(t.app);
    const data = receiver.messages.map((message) => verified(webhook.secret, message).data);
    expect(data).toEqual(
      expect.arrayContaining([
        { school_id: school.id, id: open.id, item_type: 'poll', membership_id: voter.membershipId },
        { school_id: school.id, id: secret.id, item_type: 'poll', membership_id: null },
      ]),
    );
    const anonymous = JSON.stringify(receiver.messages.filter(({ body }) => body.includes(secret.id)));
    expect(anonymous).not.toContain(voter.membershipId);
    expect(anonymous).not.toContain(voter.userId);
    const stored = await t.dataSource.query(`select * from webhook_deliveries where data ->> 'id' = $1`, [
      secret.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain(voter.membershipId);
  });
});
