import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SCHOOL_KINDS } from '../../src/features/webhooks/webhook-kinds.js';
import { MAX_WEBHOOKS } from '../../src/features/webhooks/webhooks.service.js';
import type { ApiAnswer } from '../support/api-client.js';
import { untilWaiting } from '../support/database/lock-waits.js';
import { expectError, expectInvalid } from '../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aWebhook } from '../support/webhook.factory.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
});

const INPUT = { url: 'https://app.example.org/hook', kinds: ['notice.created'] };

const send = (
  method: string,
  rest: string,
  body?: unknown,
  { by = admin, key }: { by?: TestMember; key?: string } = {},
): Promise<ApiAnswer> =>
  t.api.send(method, `/schools/${school.id}/webhooks${rest}`, {
    ...{ token: by.token, body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const create = (body: unknown = INPUT, key?: string) => send('POST', '', body, key ? { key } : {});

const ONE = `/${randomUUID()}`;
const CALLS = [
  ['GET', ''],
  ['POST', ''],
  ['PATCH', ONE],
  ['DELETE', ONE],
  ['POST', `${ONE}/secret`],
  ['POST', `${ONE}/test`],
  ['GET', `${ONE}/deliveries`],
  ['POST', `${ONE}/deliveries/${randomUUID()}/replay`],
] as const;

it('takes every kind of the contract, the test included', async () => {
  const { status, body } = await create({ ...INPUT, kinds: SCHOOL_KINDS });
  expect([status, body.kinds]).toEqual([201, [...SCHOOL_KINDS]]);
});

describe.each(CALLS)('%s /schools/:schoolId/webhooks%s', (method, rest) => {
  refusesOutsidersOfTheSchool(() => t, { method, path: (id) => `/schools/${id}/webhooks${rest}` });

  it('refuses parents and junior admins, whatever they send', async () => {
    for (const by of [await school.parent(), await school.admin('junior_admin')])
      expectError(
        await send(method, rest, method === 'GET' ? undefined : { kinds: 7 }, { by }),
        403,
        'not_authorized',
      );
  });
});

describe.each(CALLS.filter(([, rest]) => rest !== ''))('%s /schools/:schoolId/webhooks%s', (method, rest) => {
  it('answers 404 for a webhook of another school, an invented and a malformed one', async () => {
    const other = await aWebhook(t, await aSchool(t), INPUT.url);
    for (const id of [other.id, randomUUID(), 'hook'])
      expectError(
        await send(method, rest.replace(ONE, `/${id}`), method === 'PATCH' ? {} : undefined),
        404,
        'not_found',
      );
  });
});

describe('A senior admin who is demoted while the request waits', () => {
  it.each(CALLS.filter(([method]) => method !== 'GET'))('changes nothing by %s %s', async (method, rest) => {
    const demotion = t.dataSource.createQueryRunner();
    await demotion.startTransaction();
    await demotion.query(`update memberships set role = 'junior_admin' where id = $1`, [admin.membershipId]);
    const answer = send(method, rest, INPUT);
    await untilWaiting(t.dataSource);
    await demotion.commitTransaction();
    await demotion.release();
    expectError(await answer, 403, 'not_authorized');
    const others = await send('GET', '', undefined, { by: await school.admin() });
    expect(others.body).toEqual({ webhooks: [] });
  });
});

describe('POST /schools/:schoolId/webhooks', () => {
  it.each<[string, string, unknown]>([
    ['an address that is none', 'url', { ...INPUT, url: 'app.example.org' }],
    ['an empty address', 'url', { ...INPUT, url: ' ' }],
    ['an address of a number', 'url', { ...INPUT, url: 7 }],
    ['an address that is too long', 'url', { ...INPUT, url: `https://a.example.org/${'x'.repeat(2_000)}` }],
    ['http', 'url', { ...INPUT, url: 'http://app.example.org/hook' }],
    ['a password in the address', 'url', { ...INPUT, url: 'https://a:b@app.example.org/' }],
    ['a fragment', 'url', { ...INPUT, url: 'https://app.example.org/#a' }],
    ['no kinds', 'kinds', { ...INPUT, kinds: [] }],
    ['a kind that there is not', 'kinds', { ...INPUT, kinds: ['notice.read'] }],
    ['a kind of applications alone', 'kinds', { ...INPUT, kinds: ['notification.created'] }],
    ['a kind twice', 'kinds', { ...INPUT, kinds: ['menu.changed', 'menu.changed'] }],
    ['kinds that are no list', 'kinds', { ...INPUT, kinds: 'menu.changed' }],
    ['a description that is too long', 'description', { ...INPUT, description: 'x'.repeat(201) }],
  ])('refuses %s', async (_, path, body) => {
    expectInvalid(await create(body), path);
    expect((await send('GET', '')).body).toEqual({ webhooks: [] });
  });

  it('answers with the secret, which no read shows', async () => {
    const { status, body } = await create({ ...INPUT, description: ' The app ' });
    expect(status).toBe(201);
    const { secret, ...webhook } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ ...INPUT, description: 'The app', paused: false, failing_since: null });
    const { body: list, text } = await send('GET', '');
    expect(list).toEqual({ webhooks: [webhook] });
    expect(text).not.toContain('whsec_');
  });

  it('keeps the secret sealed', async () => {
    const { body } = await create();
    const rows = await t.dataSource.query<unknown[]>('select * from webhooks where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(body.secret.slice('whsec_'.length));
  });

  it('makes one for a key, and shows the same secret again', async () => {
    const first = await create(INPUT, 'key-1');
    const again = await create(INPUT, 'key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await send('GET', '')).body.webhooks).toHaveLength(1);
    await send('DELETE', `/${first.body.id}`);
    expectError(await create(INPUT, 'key-1'), 404, 'not_found');
  });

  it(`refuses more than ${MAX_WEBHOOKS} of a school, also at the same time`, async () => {
    const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 2 }, () => create()));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectError(answer, 409, 'conflict', 'limit_reached');
    expect((await send('GET', '')).body.webhooks).toHaveLength(MAX_WEBHOOKS);
  });
});

describe('PATCH /schools/:schoolId/webhooks/:webhookId', () => {
  it.each<[string, string, unknown]>([
    ['null for the address', 'url', { url: null }],
    ['an address that is none', 'url', { url: 'ftp://app.example.org' }],
    ['no kinds', 'kinds', { kinds: [] }],
    ['a word for paused', 'paused', { paused: 'yes' }],
    ['null for paused', 'paused', { paused: null }],
  ])('refuses %s', async (_, path, body) => {
    const { body: webhook } = await create();
    expectInvalid(await send('PATCH', `/${webhook.id}`, body), path);
    expect((await send('GET', '')).body.webhooks[0]).toMatchObject(INPUT);
  });

  it('changes what is given, keeps the rest, and clears a description', async () => {
    const { body: webhook } = await create({ ...INPUT, description: 'The app' });
    const change = (body: unknown) => send('PATCH', `/${webhook.id}`, body);
    expect((await change({ kinds: ['menu.changed'] })).body).toMatchObject({
      ...{ url: INPUT.url, kinds: ['menu.changed'], description: 'The app', paused: false },
    });
    expect((await change({ paused: true })).body).toMatchObject({ kinds: ['menu.changed'], paused: true });
    expect((await change({ description: null, url: 'https://b.example.org' })).body).toMatchObject({
      ...{ url: 'https://b.example.org/', description: null, paused: true },
    });
    expect((await change({ paused: false })).body).toMatchObject({ paused: false });
  });
});

describe('POST /schools/:schoolId/webhooks/:webhookId/secret', () => {
  it('makes another secret, and for a key one alone', async () => {
    const { body: webhook } = await create();
    const renew = (key?: string) => send('POST', `/${webhook.id}/secret`, undefined, key ? { key } : {});
    const { status, body } = await renew('key-1');
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    expect(body.secret).not.toBe(webhook.secret);
    expect((await renew('key-1')).body).toEqual(body);
    expect((await renew()).body).not.toEqual(body);
  });
});

describe('The audit trail', () => {
  it('gets an entry for each change of a webhook, with the webhook', async () => {
    const { body: webhook } = await create();
    await send('PATCH', `/${webhook.id}`, { paused: true });
    await send('POST', `/${webhook.id}/secret`);
    await send('DELETE', `/${webhook.id}`);
    const { body } = await t.api.get(`/schools/${school.id}/audit?item=${webhook.id}`, {
      token: admin.token,
    });
    const operations = body.entries.map(({ operation }: { operation: string }) => operation);
    expect(operations).toEqual(['deleteWebhook', 'renewWebhookSecret', 'changeWebhook', 'createWebhook']);
  });
});
