import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnavailableError } from '../../src/platform/errors/app-error.js';
import { ObjectStore, ObjectTooLargeError } from '../../src/platform/storage/object-store.js';
import { S3ObjectStore } from '../../src/platform/storage/s3.object-store.js';
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

/** Bytes at once, and milliseconds from one piece to the next: 13 MB a second. */
const [PIECE, PAUSE_MS] = [65_536, 5];

/** Without an end, whatever its headers say. */
async function anEndlessAnswer(status: number, headers = {}) {
  const tries: { sent: number; gone: Promise<unknown> }[] = [];
  const endpoint = await anEndpoint((request, response) => {
    request.resume();
    const one = { sent: 0, gone: once(response, 'close') };
    tries.push(one);
    response.writeHead(status, headers);
    const timer = setInterval(() => {
      one.sent += PIECE;
      response.write(Buffer.alloc(PIECE));
    }, PAUSE_MS);
    response.on('close', () => clearInterval(timer));
  });
  return { endpoint, tries };
}

/** What an answer without an end may send until it is hung up on; it is read to no more than the first piece or two. */
const MAX_SENT = 8 * PIECE;
/** To wait for this one would be too long for a test. */
const LONG_MS = 60_000;

const storeAt = (settings: Partial<S3Server['settings']>, deadlineMs = DEADLINE_MS): S3ObjectStore =>
  new S3ObjectStore({ ...s3.settings, ...settings }, deadlineMs, new TestClock());

const everyCall = (store: ObjectStore): (() => Promise<unknown>)[] => [
  () => store.read(KEY, 10_000_000),
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
  ])('reports unavailable within the deadline when %s, and tells nothing', async (_, broken) => {
    const said = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const store = storeAt(await broken());
    for (const call of everyCall(store)) {
      const begun = performance.now();
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnavailableError);
      expect(performance.now() - begun).toBeLessThan(20_000);
      expect(String(error)).not.toContain('127.0.0.1');
    }
    expect(said).toHaveBeenCalledTimes(3);
    const log = JSON.stringify(said.mock.calls);
    expect(log).not.toMatch(/a-childs-id|127\.0\.0\.1|S3RVER/);
  });

  it('reports unavailable when an object stops coming half-way', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const endpoint = await anEndpoint((_, response) => {
      response.writeHead(200, { 'Content-Length': 90 }).write('half');
    });
    const begun = performance.now();
    await expect(storeAt({ endpoint }).read(KEY, 100)).rejects.toThrow(UnavailableError);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('A store of S3', () => {
  it('begins no object that says it is larger than was asked for', async () => {
    const { endpoint, tries } = await anEndlessAnswer(200, { 'Content-Length': 1001 });
    await expect(storeAt({ endpoint }, LONG_MS).read(KEY, 1000)).rejects.toThrow(ObjectTooLargeError);
    await Promise.all(tries.map(({ gone }) => gone));
    expect(tries).toHaveLength(1);
    expect(tries[0]!.sent).toBeLessThanOrEqual(MAX_SENT);
  });

  it.each([200, 404, 500])(
    'hangs up soon on an answer %s without an end, whatever it has asked for',
    async (status) => {
      jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
      const { endpoint, tries } = await anEndlessAnswer(status, { ETag: '"x"' });
      for (const call of everyCall(storeAt({ endpoint }, LONG_MS)))
        await expect(call()).rejects.toThrow(UnavailableError);
      await Promise.all(tries.map(({ gone }) => gone));
      // Each call once, or three times where a store that fails may be asked again.
      expect(tries.length).toBeLessThanOrEqual(9);
      for (const { sent } of tries) expect(sent).toBeLessThanOrEqual(MAX_SENT);
    },
  );

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
