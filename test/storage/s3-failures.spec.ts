import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnavailableError } from '../../src/errors/app-error.js';
import { ObjectStore, ObjectTooLargeError } from '../../src/storage/object-store.js';
import { S3ObjectStore } from '../../src/storage/s3.object-store.js';
import { startTestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { startS3Server, type S3Server } from './stores-under-test.js';

const DEADLINE_MS = 500;
const KEY = 'photos/a-childs-id.png';
const OBJECT = { bytes: Buffer.from('a picture'), contentType: 'image/png' };

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const servers: Server[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A service that speaks HTTP and is no S3. */
async function anEndpoint(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As fast as it is read. */
async function anEndlessAnswer(status: number) {
  let sent = 0;
  const gone: Promise<void>[] = [];
  const endpoint = await anEndpoint((_, response) => {
    response.writeHead(status);
    gone.push(once(response, 'close').then(() => undefined));
    // Without a length, and without an end.
    const more = (): void => {
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
      }
    };
    more();
  });
  return { endpoint, gone, sent: () => sent };
}

const storeAt = (settings: Partial<S3Server['settings']>): S3ObjectStore =>
  new S3ObjectStore({ ...s3.settings, ...settings }, DEADLINE_MS, new TestClock());

const everyCall = (store: ObjectStore): (() => Promise<unknown>)[] => [
  () => store.read(KEY, 100),
  () => store.write(KEY, OBJECT),
  () => store.remove(KEY),
];

describe('A store of S3 that cannot be used', () => {
  it.each<[string, () => Promise<Partial<S3Server['settings']>>]>([
    ['nobody listens', async () => ({ endpoint: 'http://127.0.0.1:9' })],
    ['the keys are wrong', async () => ({ credentials: { accessKeyId: 'x', secretAccessKey: 'y' } })],
    ['the bucket is missing', async () => ({ bucket: 'nothing-here' })],
    ['it answers rubbish', async () => ({ endpoint: await anEndpoint((_, r) => r.writeHead(500).end('<')) })],
    ['it never answers', async () => ({ endpoint: await anEndpoint(() => undefined) })],
  ])('is unavailable within the deadline when %s, and tells nothing', async (_, broken) => {
    const said = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const store = storeAt(await broken());
    for (const call of everyCall(store)) {
      const begun = performance.now();
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnavailableError);
      expect(performance.now() - begun).toBeLessThan(4 * DEADLINE_MS);
      expect(String(error)).not.toContain('127.0.0.1');
    }
    expect(said).toHaveBeenCalledTimes(3);
    const log = JSON.stringify(said.mock.calls);
    expect(log).not.toMatch(/a-childs-id|127\.0\.0\.1|S3RVER/);
  });

  it('is unavailable when an object stops coming half-way', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const endpoint = await anEndpoint((_, response) => {
      response.writeHead(200, { 'Content-Length': 90 }).write('half');
    });
    const begun = performance.now();
    await expect(storeAt({ endpoint }).read(KEY, 100)).rejects.toThrow(UnavailableError);
    expect(performance.now() - begun).toBeLessThan(4 * DEADLINE_MS);
  });
});

describe('A store of S3', () => {
  it('reads no more of an object than it was asked for, however long that is', async () => {
    const { endpoint, gone, sent } = await anEndlessAnswer(200);
    await expect(storeAt({ endpoint }).read(KEY, 1000)).rejects.toThrow(ObjectTooLargeError);
    await Promise.all(gone);
    expect(sent()).toBeLessThan(20_000_000);
  });

  it.each([200, 404, 500])('reads no answer %s without an end, whatever it has asked for', async (status) => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { endpoint, gone, sent } = await anEndlessAnswer(status);
    for (const call of everyCall(storeAt({ endpoint }))) await call().catch(() => undefined);
    await Promise.all(gone);
    // What fits on its way into the sockets of each try.
    expect(sent()).toBeLessThan(10_000_000 * gone.length);
  });

  it('signs without asking anybody, and signs the type, the host and nothing of the body', async () => {
    const store = storeAt({ endpoint: 'http://127.0.0.1:9' });
    const upload = { key: KEY, contentType: 'image/png', maxBytes: 100 };
    const { searchParams } = new URL((await store.uploadAddress(upload)).url);
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  it('stands in the place of the embedded one, whose addresses then do not exist', async () => {
    const t = await startTestApp({ s3: s3.settings });
    const store = t.app.get(ObjectStore, { strict: false });
    expect((await store.downloadAddress(KEY)).url).toMatch(new RegExp(`^${s3.settings.endpoint}/objects/`));
    for (const method of ['GET', 'PUT']) {
      const answer = await fetch(`${t.url}/storage/${KEY}?max_bytes=0&expires=1&signature=x`, { method });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 'not_found', message: expect.any(String) } },
      ]);
    }
    await t.close();
  });
});
