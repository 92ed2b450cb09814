import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { record } from '../../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../../src/platform/transaction/transactions.service.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool } from '../../support/school.factory.js';
import { type Fault, verified, WebhookReceiver } from '../../support/stubs/webhook-receiver.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aWebhook, type TestWebhook } from '../../support/webhook.factory.js';

/*
 * Two processes of the service tell webhooks of changes while their receiver lets them down in ten ways, and are killed with
 * SIGKILL one after the other. The promise: each change reaches each webhook that asks for it, at least once, under one id.
 */

const KILLS = Number(process.env.KILLS ?? 3);
const DELIVERIES = Number(process.env.DELIVERIES ?? 200);
const WEBHOOKS = 20;
const FAULTS: Fault[] = [
  ...(['status 500', 'status 404', 'redirect', 'silence', 'reset'] as const),
  ...(['reset after the head', 'slow body', 'huge body', 'endless body', 'not HTTP'] as const),
];
/** A message is let down so often at most: of eight attempts some go with a process that is killed. */
const FAULTS_OF_ONE = 3;

let t: TestApp;
let processes: ServiceProcess[];
const receiver = new WebhookReceiver();
beforeAll(async () => {
  t = await startTestApp();
  await receiver.start();
  processes = await Promise.all([start(), start()]);
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await t.close();
  await receiver.stop();
}, 60_000);

const start = (): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    UPSTREAM_TIMEOUT_MS: '300',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
  });

/** Each kind of fault in turn, as long as a message may be let down. */
function letDown(): void {
  const faultsOf = new Map<string, number>();
  let faults = 0;
  receiver.fault = ({ headers }) => {
    const id = String(headers['webhook-id']);
    const sofar = faultsOf.get(id) ?? 0;
    if (sofar >= FAULTS_OF_ONE || Math.random() < 0.3) return 'none';
    faultsOf.set(id, sofar + 1);
    return FAULTS[(faults += 1) % FAULTS.length]!;
  };
}

async function change(schoolId: string): Promise<string> {
  const id = randomUUID();
  await t.app
    .get(Transactions)
    .run((manager) => Promise.resolve(record({ manager, schoolId }, { kind: 'menu.changed', id })));
  return id;
}

/** Lets an hour pass for those that failed: a retry is due a minute later or more, a claim holds half as long. */
const passTime = (): Promise<unknown> =>
  t.dataSource.query(
    `update webhook_deliveries set due_at = now() where state = 'pending' and due_at > now() + interval '45 seconds'`,
  );

const countPending = async (): Promise<number> => {
  const [{ count }] = await t.dataSource.query<[{ count: number }]>(
    `select count(*)::int as count from webhook_deliveries where state = 'pending'`,
  );
  return count;
};

async function killAtRandom(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = receiver.messages.length;
    while (receiver.messages.length < before + WEBHOOKS && (await countPending()) > 0) await delay(20);
    await delay(500 * Math.random());
    const place = kill % processes.length;
    await processes[place]!.kill();
    processes[place] = await start();
  }
}

async function sendAll(count: () => number): Promise<void> {
  while (count() < DELIVERIES || (await countPending()) > 0) {
    await passTime();
    await delay(200);
  }
}

it(
  'loses no delivery by ten kinds of faults and by kills, and gives each one id',
  async () => {
    const school = await aSchool(t);
    const webhooks: TestWebhook[] = [];
    for (let count = 0; count < WEBHOOKS; count += 1)
      webhooks.push(await aWebhook(t, school, `${receiver.url}/${count}`, ['menu.changed']));
    letDown();
    const changes: string[] = [];
    const make = async (): Promise<void> => {
      while (changes.length < DELIVERIES / WEBHOOKS) {
        changes.push(await change(school.id));
        await delay(50);
      }
    };
    await Promise.all([make(), killAtRandom(), sendAll(() => changes.length * WEBHOOKS)]);
    await sendAll(() => DELIVERIES);

    const taken = receiver.messages.filter(({ fault }) => fault === 'none');
    const told = taken.map((message) => {
      const webhook = webhooks.find(({ secret }) => isSignedBy(secret, message));
      return {
        of: webhook?.id,
        item: JSON.parse(message.body).data.id as string,
        id: message.headers['webhook-id'],
      };
    });
    const reached = new Set(told.map(({ of, item }) => `${of} ${item}`));
    const owed = webhooks.flatMap(({ id }) => changes.map((item) => `${id} ${item}`));
    const lost = owed.filter((one) => !reached.has(one));
    const [{ failed }] = await t.dataSource.query<[{ failed: number }]>(
      `select count(*) filter (where state <> 'delivered')::int as failed from webhook_deliveries`,
    );
    figure('Processes killed with SIGKILL while they told webhooks', KILLS);
    figure('Deliveries that were owed', owed.length);
    figure('Attempts that a receiver let down, in ten ways', receiver.messages.length - taken.length);
    figure('Deliveries lost', lost.length, '0');
    figure('Deliveries that were taken more than once, by a kill', taken.length - owed.length);
    expect(new Set(receiver.messages.map(({ fault }) => fault)).size).toBe(FAULTS.length + 1);
    expect({ lost, failed }).toEqual({ lost: [], failed: 0 });
    expect(new Set(told.map(({ id }) => id)).size).toBe(owed.length);
  },
  180_000 + KILLS * 60_000,
);

function isSignedBy(secret: string, message: (typeof receiver.messages)[number]): boolean {
  try {
    return Boolean(verified(secret, message));
  } catch {
    return false;
  }
}
