import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationWebhooks } from '../../src/features/webhooks/application-webhooks.service.js';
import { aNoticeRow, raiseNotice } from '../support/alerts.js';
import { anApplication, aPersonWithPassword } from '../support/application.factory.js';
import { freePort } from '../support/processes/free-port.js';
import { aSchool } from '../support/school.factory.js';
import { TlsSite } from '../support/stubs/tls-site.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { sendWebhooks } from '../support/webhook.factory.js';

/* The sample relay, between the service and a push service on loopback: from a notice to what a browser gets. */

const RELAY = new URL('../../clients/push-relay/', import.meta.url);
const isInstalled = existsSync(new URL('node_modules/web-push', RELAY));
if (!isInstalled) process.stderr.write('Skipped: npm install --prefix clients/push-relay\n');
const whenInstalled = isInstalled ? it : it.skip;

let t: TestApp;
let pushService: TlsSite;
let refusing: TlsSite;
const folder = mkdtempSync(join(tmpdir(), 'push-relay-'));
const children: ChildProcess[] = [];
beforeAll(async () => {
  // As a service waits: what the relay does takes a while.
  t = await startTestApp({ upstreamTimeoutMs: 10_000 });
  pushService = await TlsSite.start({ status: 201, body: '' });
  refusing = await TlsSite.start({ status: 403, body: '' });
});
afterEach(() => {
  pushService.requests.splice(0);
});
afterAll(async () => {
  for (const child of children) child.kill();
  pushService.stop();
  refusing.stop();
  await t.close();
  rmSync(folder, { recursive: true });
});

async function startRelay(
  secret: string,
  { port, store }: { port: number; store: string },
): Promise<{ url: string; child: ChildProcess }> {
  const { generateVAPIDKeys } = createRequire(new URL('relay.mjs', RELAY))('web-push') as {
    generateVAPIDKeys: () => { publicKey: string; privateKey: string };
  };
  const { publicKey, privateKey } = generateVAPIDKeys();
  writeFileSync(join(folder, 'ca.pem'), pushService.certificate + refusing.certificate);
  const child = spawn(process.execPath, ['relay.mjs'], {
    cwd: RELAY,
    env: {
      ...{ PORT: String(port), API_URL: `${t.url}/api/v1`, WEBHOOK_SECRET: secret, PUSH_HOSTS: 'localhost' },
      ...{
        VAPID_SUBJECT: 'mailto:a@example.org',
        VAPID_PUBLIC_KEY: publicKey,
        VAPID_PRIVATE_KEY: privateKey,
      },
      ...{ STORE: store, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${port}`, child };
}

/** A relay of its own for a new school, and what the app of one of its members asks of it. */
async function aRelayOfReader() {
  const school = await aSchool(t);
  const reader = await school.parent({}, await aPersonWithPassword(t));
  const application = await anApplication(t);
  const token = (await application.signIn(reader)).body.access_token as string;
  const port = await freePort();
  const webhooks = t.app.get(ApplicationWebhooks, { strict: false });
  const url = `http://127.0.0.1:${port}/hook`;
  const { secret } = await webhooks.add(application.clientId, url, ['notification.created']);
  const store = join(folder, `store-${port}.json`);
  const start = () => startRelay(secret, { port, store });
  let { url: relay, child } = await start();
  const restart = async (subscriptions: unknown) => {
    child.kill();
    await once(child, 'exit');
    writeFileSync(store, JSON.stringify(subscriptions));
    ({ url: relay, child } = await start());
  };
  /** Another member, in the same application. */
  const another = async (): Promise<{ membershipId: string; authorization: string }> => {
    const member = await school.parent({}, await aPersonWithPassword(t));
    const { body } = await application.signIn(member);
    return { membershipId: member.membershipId, authorization: `Bearer ${body.access_token as string}` };
  };
  const change = async (method: string, body: object, authorization = `Bearer ${token}`): Promise<number> =>
    (
      await fetch(`${relay}/subscriptions`, {
        method,
        headers: { authorization },
        body: JSON.stringify(body),
      })
    ).status;
  const failingSince = async () => (await webhooks.list(application.clientId))[0]!.failing_since;
  return { school, reader, relay, change, another, failingSince, store, restart };
}

/** What a browser has of its own, and what it sends. */
function aBrowser({ url }: { url: string } = pushService) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const endpoint = `${url}/push/1`;
  return { keys, auth, subscription: { endpoint, keys: { p256dh: keys.getPublicKey('base64url'), auth } } };
}

const decrypted = (body: Buffer, { keys, auth }: ReturnType<typeof aBrowser>): unknown => {
  const { decrypt } = createRequire(new URL('relay.mjs', RELAY))('http_ece') as {
    decrypt: (body: Buffer, options: object) => Buffer;
  };
  return JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString());
};

whenInstalled('A notice reaches the browser of its reader as ids, encrypted for that browser', async () => {
  const { school, reader, relay, change } = await aRelayOfReader();
  const browser = aBrowser();

  expect(await change('PUT', browser.subscription, 'Bearer nobody')).toBe(401);
  const elsewhere = { ...browser.subscription, endpoint: 'https://127.0.0.1/push' };
  expect(await change('PUT', elsewhere)).toBe(400);
  expect((await fetch(`${relay}/hook`, { method: 'POST', body: '{}' })).status).toBe(401);
  expect(await change('PUT', browser.subscription)).toBe(204);

  await raiseNotice(t, await aNoticeRow(t, school, { title: 'Canary in a title' }));
  await sendWebhooks(t.app);
  const [pushed, ...more] = pushService.requests;
  expect(more).toEqual([]);
  const [{ id }] = await t.dataSource.query<[{ id: string }]>('select id from notifications');
  expect(decrypted(pushed!.body, browser)).toEqual({
    ...{ school_id: school.id, membership_id: reader.membershipId },
    ...{ notification_id: id, kind: 'notice_created' },
  });
  expect(pushed!.headers).toMatchObject({ topic: id.replaceAll('-', ''), 'content-encoding': 'aes128gcm' });

  expect(await change('DELETE', browser.subscription)).toBe(204);
  await raiseNotice(t, await aNoticeRow(t, school));
  await sendWebhooks(t.app);
  expect(pushService.requests).toHaveLength(1);
});

whenInstalled(
  'Tells a browser of the notifications of whoever has signed in there last, and of nobody else',
  async () => {
    const { school, change, another } = await aRelayOfReader();
    const browser = aBrowser();
    const { membershipId, authorization } = await another();
    expect(await change('PUT', browser.subscription)).toBe(204);
    expect(await change('PUT', browser.subscription, authorization)).toBe(204);
    await raiseNotice(t, await aNoticeRow(t, school));
    await sendWebhooks(t.app);
    const readers = pushService.requests.map(({ body }) => decrypted(body, browser));
    expect(readers).toEqual([expect.objectContaining({ membership_id: membershipId })]);
  },
);

whenInstalled('Refuses a browser for which nothing can be encrypted', async () => {
  const { change } = await aRelayOfReader();
  const { endpoint, keys } = aBrowser().subscription;
  const noPoint = Buffer.alloc(65, 4).toString('base64url');
  for (const wrong of [{ p256dh: 'x' }, { p256dh: noPoint }, { p256dh: [keys.p256dh] }, { auth: 'x' }])
    expect(await change('PUT', { endpoint, keys: { ...keys, ...wrong } })).toBe(400);
  expect(await change('PUT', { endpoint: [endpoint], keys })).toBe(400);
  expect(await change('PUT', { endpoint: endpoint + '1'.repeat(4_000), keys })).toBe(400);
});

whenInstalled('Takes a message though the push service refuses one of its browsers for good', async () => {
  const { school, change, failingSince } = await aRelayOfReader();
  for (const { subscription } of [aBrowser(refusing), aBrowser()])
    expect(await change('PUT', subscription)).toBe(204);
  await raiseNotice(t, await aNoticeRow(t, school));
  await sendWebhooks(t.app);
  expect([refusing.requests.length, pushService.requests.length]).toEqual([1, 1]);
  expect(await failingSince()).toBeNull();
});

whenInstalled('Forgets a browser whose push service has answered nothing for a day', async () => {
  const { school, reader, change, failingSince, store, restart } = await aRelayOfReader();
  const { subscription } = aBrowser({ url: 'https://localhost:1' });
  expect(await change('PUT', subscription)).toBe(204);
  await raiseNotice(t, await aNoticeRow(t, school));
  await sendWebhooks(t.app);
  expect(await failingSince()).not.toBeNull();
  const yesterday = Date.now() - 25 * 3_600_000;
  await restart([[reader.membershipId, [{ ...subscription, failing_since: yesterday }]]]);
  t.clock.advance(2 * 60_000);
  await sendWebhooks(t.app);
  expect(await failingSince()).toBeNull();
  expect(JSON.parse(readFileSync(store, 'utf8'))).toEqual([]);
});
