import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_PENDING, WebhookPauses } from '../../src/features/webhooks/pauses/webhook-pauses.service.js';
import { record } from '../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { sendDue } from '../support/mail/send-due.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook, makeDeliveries, sendWebhooks, type TestWebhook } from '../support/webhook.factory.js';

const DAY = 24 * 3_600_000;

let t: TestApp;
let school: TestSchool;
let webhook: TestWebhook;
const smtp = new SmtpStub();
const receiver = new WebhookReceiver();
beforeAll(async () => {
  t = await startTestApp({ smtpUrl: await smtp.start() });
  await receiver.start();
});
afterAll(async () => {
  await t.close();
  await Promise.all([smtp.stop(), receiver.stop()]);
});
beforeEach(async () => {
  await t.dataSource.query('delete from webhooks');
  school = await aSchool(t, { name: 'North School' });
  webhook = await aWebhook(t, school, `${receiver.url}?key=canary`);
  receiver.fault = () => 'status 500';
  receiver.messages.splice(0);
  smtp.mails.length = 0;
});
afterEach(() => t.clock.moveTo(new Date().toISOString()));

const lookAfter = () => t.app.get(WebhookPauses).pauseFailing();

/** Fails once, and then three days long. */
async function failForThreeDays(): Promise<void> {
  await webhook.test();
  await makeDeliveries(t.app);
  t.clock.advance(3 * DAY);
  await lookAfter();
}

async function mailsTo(): Promise<string[]> {
  await sendDue(t.app);
  return smtp.mails.flatMap(({ to }) => to).sort();
}

describe('A webhook that fails', () => {
  it('goes on for three days, and is paused then', async () => {
    await webhook.test();
    await makeDeliveries(t.app);
    t.clock.advance(3 * DAY - 60_000);
    await lookAfter();
    expect(await webhook.shown()).toMatchObject({ paused: false, failing_since: expect.any(String) });
    t.clock.advance(60_000);
    await lookAfter();
    expect(await webhook.shown()).toMatchObject({ paused: true });
  });

  it('goes on when one delivery has succeeded meanwhile', async () => {
    await webhook.test();
    await makeDeliveries(t.app);
    t.clock.advance(2 * DAY);
    receiver.fault = () => 'none';
    await webhook.test();
    await makeDeliveries(t.app);
    receiver.fault = () => 'status 500';
    await webhook.test();
    await makeDeliveries(t.app);
    t.clock.advance(2 * DAY);
    await lookAfter();
    expect(await webhook.shown()).toMatchObject({ paused: false });
  });

  it('gets mentioned to the senior admins of its school alone, once, with the host and nothing more of its address', async () => {
    const second = await school.admin();
    await Promise.all([
      school.admin('junior_admin'),
      school.parent(),
      aSchool(t).then((other) => other.admin()),
    ]);
    await failForThreeDays();
    await lookAfter();
    expect(await mailsTo()).toEqual([webhook.admin.email, second.email].sort());
    const { text } = smtp.mails[0]!;
    expect(text).toContain('North School');
    expect(text).toContain(`127.0.0.1:${receiver.port}`);
    expect(text).not.toContain('canary');
  });

  it('stays unmentioned when it was taken up before the mail is sent', async () => {
    await failForThreeDays();
    await webhook.send('PATCH', '', { paused: false });
    expect(await mailsTo()).toEqual([]);
  });

  it('gets mentioned again when it is paused again', async () => {
    await failForThreeDays();
    expect(await mailsTo()).toHaveLength(1);
    await webhook.send('PATCH', '', { paused: false });
    await failForThreeDays();
    expect(await mailsTo()).toHaveLength(2);
  });
});

describe('A webhook that is paused', () => {
  it('gets nothing but tests, and the rest once it goes on', async () => {
    await webhook.test();
    await makeDeliveries(t.app);
    await t.dataSource.query(`update webhook_deliveries set kind = 'menu.changed' where webhook_id = $1`, [
      webhook.id,
    ]);
    t.clock.advance(3 * DAY);
    await lookAfter();
    receiver.fault = () => 'none';
    receiver.messages.splice(0);
    const test = await webhook.test();
    await makeDeliveries(t.app);
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([test]);
    const { body } = await webhook.send('PATCH', '', { paused: false });
    expect(body).toMatchObject({ paused: false, failing_since: null });
    await makeDeliveries(t.app);
    expect(receiver.messages).toHaveLength(2);
    expect(await webhook.deliveries('pending')).toEqual([]);
  });
});

describe('A webhook for which too much waits', () => {
  it('stops and gets mentioned, and loses nothing that waits', async () => {
    await t.dataSource.query(
      `insert into webhook_deliveries (school_id, webhook_id, kind, data, occurred_at, due_at, created_at)
       select $1, $2, 'menu.changed', '{}', $3, $4, $3 from generate_series(1, ${MAX_PENDING})`,
      [school.id, webhook.id, t.clock.now(), new Date(t.clock.now().getTime() + DAY)],
    );
    const change = () =>
      t.app
        .get(Transactions)
        .run((manager) =>
          Promise.resolve(record({ manager, schoolId: school.id }, { kind: 'menu.changed', id: school.id })),
        );
    await change();
    await sendWebhooks(t.app);
    expect(await webhook.shown()).toMatchObject({ paused: true });
    await change();
    await sendWebhooks(t.app);
    const [{ waiting }] = await t.dataSource.query<[{ waiting: number }]>(
      `select count(*)::int as waiting from webhook_deliveries where webhook_id = $1 and state = 'pending'`,
      [webhook.id],
    );
    expect(waiting).toBe(MAX_PENDING + 1);
    expect(await mailsTo()).toEqual([webhook.admin.email]);
  });
});
