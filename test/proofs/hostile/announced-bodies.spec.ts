import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { routesOf } from '../../architecture/operations.js';
import { aLimitedService, type LimitedService } from '../limits/a-limited-service.js';
import { bearer, Client, head } from '../limits/clients.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* What strangers announce has a place of its own, and is bounded by what the route takes. */

const JSON_TYPE = 'Content-Type: application/json';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let admin: TestMember;
let note: string;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  [parent, admin] = [await school.parent(), await school.admin('senior_admin')];
  note = `/api/v1/students/${(await school.student()).id}/note`;
});
afterAll(() => t.close());

const clients: Client[] = [];
const services: LimitedService[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.leave();
  for (const service of services.splice(0)) await service.close();
});

async function connected(url: string, count = 1): Promise<Client[]> {
  const all = await Client.many(url, count);
  clients.push(...all);
  return all;
}

async function limited(limits: Parameters<typeof aLimitedService>[1]): Promise<LimitedService> {
  const service = await aLimitedService(t, limits);
  services.push(service);
  return service;
}

const answered = async (client: Client): Promise<number> => {
  while (client.statuses.length === 0 && !client.isClosed) await delay(5);
  return client.statuses[0] ?? 0;
};

const announcing = (path: string, bytes: number, ...headers: string[]): string =>
  head('POST', path, JSON_TYPE, `Content-Length: ${bytes}`, ...headers);

const PASSKEY = '/sign-in/passkey';

describe('A body that is announced with more than its route takes', () => {
  it('fails on every route before a byte of it has come, to a stranger and to an admin', async () => {
    const routes = routesOf(t.app).filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route));
    expect(routes.length).toBeGreaterThan(100);
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ];
    for (const route of routes) {
      const [method = '', declared = ''] = route.split(' ');
      const path = declared.replace(/:\w+|\*\w+/g, school.id);
      for (const type of types)
        for (const authorization of [[], [bearer(admin.token)]]) {
          const [client] = (await connected(t.url)) as [Client];
          const bytes = 11 * 1024 * 1024;
          client.says(
            head(method, path, `Content-Type: ${type}`, `Content-Length: ${bytes}`, ...authorization),
          );
          const status = await answered(client);
          client.leave();
          expect([route, type, status > 0 && status < 500]).toEqual([route, type, true]);
        }
    }
  }, 120_000);

  it.each([PASSKEY, '/account/passkeys', '/api/v1/auth/token'])('holds at most 8 kB at %s', async (path) => {
    const [client] = (await connected(t.url)) as [Client];
    client.says(announcing(path, 8 * 1024 + 1));
    // An application that does not say who it is gets no further.
    expect(await answered(client)).toBe(path.includes('auth/token') ? 401 : 413);
  });
});

describe('Seventy requests of strangers', () => {
  it.each([
    ['more than the route takes', 1024 * 1024],
    ['what it takes', 8 * 1024],
  ])('push out no request of a parent when they announce %s', async (_, bytes) => {
    const { url } = await limited({});
    const [first] = (await connected(url)) as [Client];
    const text = JSON.stringify({ note: 'x'.repeat(900_000) });
    const begin = head('PUT', note, bearer(parent.token), JSON_TYPE, `Content-Length: ${text.length}`);
    first.says(begin + text.slice(0, 10));
    await delay(100);
    for (const client of await connected(url, 70)) client.says(`${announcing(PASSKEY, bytes)}{`);
    await delay(300);
    expect(first.isClosed).toBe(false);
    first.says(text.slice(10));
    expect(await answered(first)).toBe(400);
  });
});

describe('Where strangers announce more than there is room for', () => {
  it('gives way who has sent least of it, and of those who have sent as little who came last', async () => {
    const { url } = await limited({ strangerBytes: 20_000 });
    const [much, little, last] = (await connected(url, 3)) as [Client, Client, Client];
    little.says(`${announcing(PASSKEY, 8_000)}{`);
    much.says(`${announcing(PASSKEY, 8_000)}{"a":"${'x'.repeat(7_000)}`);
    await delay(100);
    last.says(`${announcing(PASSKEY, 8_000)}{`);
    await last.closed();
    expect([much.isClosed, little.isClosed]).toEqual([false, false]);
    const [next] = (await connected(url)) as [Client];
    next.says(`${announcing(PASSKEY, 8_000)}{"a":"${'x'.repeat(3_000)}`);
    await little.closed();
    expect([much.isClosed, next.isClosed]).toEqual([false, false]);
  });

  it('takes what comes at once, however little room there is', async () => {
    const { url } = await limited({ strangerBytes: 10 });
    const [client] = (await connected(url)) as [Client];
    client.says(`${announcing(PASSKEY, 100)}{"a":"${'x'.repeat(92)}"}`);
    expect(await answered(client)).toBe(401);
  });
});

describe('Members', () => {
  it('keep a room of their own: the one who has sent least of what they announced gives way', async () => {
    const { url } = await limited({ bodyBytes: 1_500_000, strangerBytes: 0 });
    const begin = (bytes: number) =>
      head('PUT', note, bearer(parent.token), JSON_TYPE, `Content-Length: ${bytes}`);
    const [much, little] = (await connected(url, 2)) as [Client, Client];
    much.says(`${begin(1_000_000)}{"note":"${'x'.repeat(300_000)}`);
    await delay(100);
    little.says(`${begin(1_000_000)}{`);
    await little.closed();
    expect(much.isClosed).toBe(false);
  });
});

describe('A slow body', () => {
  it('ends as a slow head does, in a time of its own that its length decides', async () => {
    const { url } = await limited({ headersMs: 200, requestMs: 60_000 });
    const [client] = (await connected(url)) as [Client];
    await client.says(announcing(PASSKEY, 900)).drips(20).closed();
    expect(client.statuses).toEqual([400]);
    expect(client.heard).toContain('The request did not come in time.');
  });

  it('holds nobody up once its request was answered', async () => {
    const { url } = await limited({ lingerMs: 200, requestMs: 60_000 });
    const [client] = (await connected(url)) as [Client];
    await client
      .says(head('PUT', note, 'Content-Length: 900'))
      .drips(20)
      .closed();
    expect(client.statuses).toEqual([401]);
  });
});
