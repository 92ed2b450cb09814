import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Note } from '../../../src/features/notes/note.entity.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { BOUNDARY, FORM_TYPE, spooledFiles } from '../../support/upload.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aLimitedService, type LimitedService } from './a-limited-service.js';
import { bearer, Client, head } from './clients.js';
import { FULL, size } from './sizes.js';

const LIMITS = FULL
  ? { headersMs: 10_000, requestMs: 15_000, keepAliveMs: 1_000 }
  : { headersMs: 300, requestMs: 600, keepAliveMs: 200 };

let t: TestApp;
let service: LimitedService;
let school: TestSchool;
let member: TestMember;
let admin: TestMember;
let note: string;
beforeAll(async () => {
  t = await startTestApp();
  service = await aLimitedService(t, LIMITS);
  school = await aSchool(t);
  [member, admin] = [await school.parent(), await school.admin()];
  note = `/api/v1/students/${(await school.student()).id}/note`;
});
afterAll(async () => {
  await service.close();
  await t.close();
});

const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});

async function connected(count = 1): Promise<Client[]> {
  const all = await Client.many(service.url, count);
  clients.push(...all);
  return all;
}

const bodyOf = ({ heard }: Client): unknown => JSON.parse(heard.split('\r\n\r\n').at(-1) ?? '');
const TOO_LATE = { error: { code: 'validation_failed', message: 'The request did not come in time.' } };

/** What a client that is slow on purpose sends, and then a letter at a time. */
const slowly = (): [what: string, text: string][] => [
  ['a head', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a request line', 'GET /'],
  [
    'a body',
    head('PUT', note, bearer(member.token), 'Content-Type: application/json', 'Content-Length: 900'),
  ],
  [
    'a body that is to be written once',
    head(
      'POST',
      `/api/v1/schools/${school.id}/lists`,
      bearer(member.token),
      'Idempotency-Key: slow',
      'Content-Type: application/json',
      'Content-Length: 900',
    ),
  ],
  [
    'a form',
    `${head('POST', `/api/v1/schools/${school.id}/attachments`, bearer(admin.token), `Content-Type: ${FORM_TYPE}`, 'Content-Length: 9000')}--${BOUNDARY}\r\n` +
      'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
  ],
];

describe('A client that is slow', () => {
  it('gets a refusal in time whatever it is slow with, hears why, and leaves nothing', async () => {
    const refused = slowly().map(async ([what, text]) => {
      const [client] = (await connected()) as [Client];
      const ms = await client.says(text).drips(20).closed();
      expect([what, client.statuses, bodyOf(client)]).toEqual([what, [400], TOO_LATE]);
      figure(`A slow client is cut: ${what}`, `${Math.round(ms)} ms`, `${LIMITS.requestMs} ms and a look`);
    });
    await Promise.all(refused);
    expect(await t.dataSource.manager.findBy(Note, { schoolId: school.id })).toEqual([]);
    while (spooledFiles().length > 0) await delay(20);
  });

  it('hears nothing of its slowness in the middle of an answer', async () => {
    const [client] = (await connected()) as [Client];
    // Answered before its body has come.
    await client
      .says(head('PUT', note, 'Content-Length: 900'))
      .drips(20)
      .closed();
    expect(client.statuses).toEqual([401]);
  });

  it('ends without a word when it never says anything, for its next request may be on its way', async () => {
    const [client] = (await connected()) as [Client];
    await client.closed();
    expect(client.heard).toBe('');
  });

  it('ends when it has nothing more to ask', async () => {
    const [client] = (await connected()) as [Client];
    await client.says(head('GET', '/healthz')).closed();
    expect(client.statuses).toEqual([200]);
  });
});

describe('Everybody else', () => {
  it('gets answers at once by two connections to the database, while many idle and many are slow', async () => {
    const [idle, slow] = [size(20, 500), size(4, 100)];
    const quiet = await answerTimes();
    await connected(idle);
    for (const [, text] of slowly()) for (const client of await connected(slow)) client.says(text).drips(50);
    const busy = await answerTimes();
    const at = (share: number, times: number[]): number =>
      times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
    figure('Idle clients', idle);
    figure('Slow clients beside them', slow * slowly().length);
    figure('p99 of the others without them', `${at(0.99, quiet).toFixed(1)} ms`);
    figure('p99 of the others meanwhile', `${at(0.99, busy).toFixed(1)} ms`, 'every answer 200');
    if (FULL) {
      expect(clients.filter(({ isClosed }) => isClosed)).toEqual([]);
      expect(at(0.5, busy)).toBeLessThan(3 * at(0.5, quiet));
    }
    const began = performance.now();
    await Promise.all(clients.map((client) => client.closed()));
    figure('All of them are gone after', `${((performance.now() - began) / 1000).toFixed(1)} s`);
  }, 60_000);

  async function answerTimes(): Promise<number[]> {
    const times: number[] = [];
    for (let at = 0; at < size(5, 100); at++) {
      const began = performance.now();
      expect((await service.api.get('/me', { token: member.token })).status).toBe(200);
      times.push(performance.now() - began);
    }
    return times;
  }
});

describe('Connections beyond the bound', () => {
  it('close at once, and the others go on', async () => {
    const small = await aLimitedService(t, { connections: 3 });
    const all = await Promise.all(Array.from({ length: 5 }, () => Client.to(small.url)));
    clients.push(...all);
    while (all.filter(({ isClosed }) => isClosed).length < 2) await delay(10);
    const kept = all.filter(({ isClosed }) => !isClosed);
    expect(kept).toHaveLength(3);
    kept[0]!.says(head('GET', '/healthz', 'Connection: close'));
    await kept[0]!.closed();
    expect(kept[0]!.statuses).toEqual([200]);
    for (const client of all) client.leave();
    await small.close();
  });
});
