import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectStore } from '../../src/platform/storage/object-store.js';
import { aSchool } from '../support/school.factory.js';
import { pathOf, PNG, REFUSED, startEmbeddedApp, type EmbeddedApp } from './embedded-app.js';

let adminsToken: string;
let e: EmbeddedApp;
beforeAll(async () => {
  e = await startEmbeddedApp();
  adminsToken = (await (await aSchool(e.t)).admin()).token;
  await e.write('photos/there.png', 'a picture');
});
afterAll(() => e.close());

describe('GET /storage/*key', () => {
  it('lets nothing be made of the bytes but what they are', async () => {
    const { headers } = await fetch(await e.download('photos/there.png'));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': PNG,
      'content-length': '9',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers.get('etag')).toBeNull();
  });

  it('lets a browser show a PDF in its own page, and nothing else', async () => {
    const store = e.t.app.get(ObjectStore, { strict: false });
    await store.write('notices/there.pdf', { bytes: Buffer.from('%PDF-'), contentType: 'application/pdf' });
    const { headers } = await fetch(await e.download('notices/there.pdf'));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
    });
  });

  it('answers HEAD without the bytes', async () => {
    const answer = await fetch(await e.download('photos/there.png'), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '9',
      '',
    ]);
  });

  it('answers 404 for an object that is gone, with the error body', async () => {
    const answer = await fetch(await e.download('photos/gone.png'));
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: expect.any(String) } },
    ]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it('goes on with the object that it began with when another one takes its place', async () => {
    const [old, young] = ['o', 'y'].map((letter) => Buffer.alloc(3_000_000, letter));
    await e.write('photos/replaced.png', old!);
    const reader = (await fetch(await e.download('photos/replaced.png'))).body!.getReader();
    const chunks = [(await reader.read()).value!];
    await e.write('photos/replaced.png', young!);
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    expect(Buffer.concat(chunks).equals(old!)).toBe(true);
  });
});

describe('An address of the store', () => {
  it('opens to no token, and is not opened further by one', async () => {
    const authorization = `Bearer ${adminsToken}`;
    const bare = `${e.t.url}/storage/photos/there.png`;
    for (const headers of [{}, { authorization }, { authorization: 'Bearer rubbish' }]) {
      const answer = await fetch(bare, { headers });
      expect([answer.status, await answer.json()]).toEqual([403, REFUSED]);
      expect((await fetch(await e.download('photos/there.png'), { headers })).status).toBe(200);
    }
  });

  it.each([
    ['no query', (a: string) => a.replace(/\?.*/, '')],
    ['an empty query', (a: string) => a.replace(/\?.*/, '?')],
    ['no signature', (a: string) => a.replace(/&signature=.*/, '')],
    ['an empty signature', (a: string) => a.replace(/signature=.*/, 'signature=')],
    ['a doubled signature', (a: string) => `${a}&${/signature=.*/.exec(a)![0]}`],
    ['a doubled expiry', (a: string) => a.replace(/expires=\d+/, '$&&$&')],
    ['a later doubled expiry', (a: string) => `${a}&expires=9999999999999`],
    ['an expiry as a list', (a: string) => a.replace('expires=', 'expires[]=')],
    ['no expiry', (a: string) => a.replace(/&expires=\d+/, '')],
    ['a later expiry', (a: string) => a.replace(/expires=\d+/, 'expires=9999999999999')],
    ['an endless expiry', (a: string) => a.replace(/expires=\d+/, 'expires=Infinity')],
    ['another bound', (a: string) => a.replace('max_bytes=0', 'max_bytes=1')],
    ['no bound', (a: string) => a.replace('max_bytes=0&', '')],
    ['another order', (a: string) => a.replace(/(max_bytes=0)&(expires=\d+)/, '$2&$1')],
    ['a further parameter', (a: string) => a.replace('?', '?x=1&')],
    ['an encoded letter in the key', (a: string) => a.replace('there', 'th%65re')],
    ['an encoded slash in the key', (a: string) => a.replace('photos/', 'photos%2f')],
    ['a doubled slash in the key', (a: string) => a.replace('photos/', 'photos//')],
    ['an upper-case letter in the key', (a: string) => a.replace('there', 'There')],
    ['a way round to the same key', (a: string) => a.replace('photos/', 'photos/../photos/')],
    ['the way through the current folder', (a: string) => a.replace('photos/', './photos/')],
    ['a slash at the end of the key', (a: string) => a.replace('.png', '.png/')],
    ['a NUL behind the key', (a: string) => a.replace('.png', '.png%00')],
    ['a fragment', (a: string) => `${a}#x`],
  ])('fails with %s', async (_, change) => {
    const path = pathOf(await e.download('photos/there.png'));
    expect(change(path)).not.toBe(path);
    const answer = await e.raw('GET', change(path));
    expect([answer.status, answer.body]).toEqual([403, REFUSED]);
  });

  it.each([
    ...[
      '../../../../etc/passwd',
      '..%2f..%2f..%2fetc/passwd',
      '%2e%2e/%2e%2e/etc/passwd',
      '%2e%2e%2fetc%2fpasswd',
    ],
    ...['..%5c..%5cetc%5cpasswd', '..\\..\\etc\\passwd', 'photos/..;/..;/etc/passwd', '%252e%252e%252fetc'],
    ...[
      '/etc/passwd',
      '.address-secret',
      '.drafts/x.png',
      'photos/%00.png',
      'photos/there.png%00.jpg',
      '~root',
    ],
    ...['....//....//etc/passwd', '%2e%2e%2f.address-secret', 'photos/there.png%20', 'C:%5cboot.ini', '%7e'],
  ])('leads nowhere as %s', async (key) => {
    const [, query] = pathOf(await e.download('photos/there.png')).split('?');
    for (const path of [`/storage/${key}`, `/storage/${key}?${query}`]) {
      expect([path, (await e.raw('GET', path)).body]).toEqual([path, REFUSED]);
      const written = await e.raw('PUT', path, [`Content-Type: ${PNG}`, 'Content-Length: 1'], 'x');
      expect([path, written.body]).toEqual([path, REFUSED]);
    }
  });

  it('with a byte that no request line may have is not even understood', async () => {
    expect((await e.raw('GET', '/storage/photos/\0.png')).status).toBe(400);
    expect((await e.raw('GET', '/storage/%c0%ae%c0%ae/x.png')).status).toBe(403);
  });

  it('leads nowhere by every other method, and without a key', async () => {
    const path = pathOf(await e.download('photos/there.png'));
    for (const method of ['POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await e.raw(method, path, ['Content-Length: 0']);
      expect([method, answer.status, answer.body.error.code]).toEqual([method, 404, 'not_found']);
    }
    for (const bare of ['/storage', '/storage/', '/api/v1/storage/photos/there.png', '/api/storage/a.png'])
      expect([bare, (await e.raw('GET', bare)).status]).toEqual([bare, 404]);
    expect(await e.read('photos/there.png')).toBe('a picture');
  });

  it('bears the signature of no secret that can be guessed', async () => {
    const address = pathOf(await e.download('photos/there.png'));
    const [, terms] = /\?(.*)&signature=/.exec(address)!;
    const text = ['GET', 'photos/there.png', PNG, terms].join('\n');
    for (const guess of ['', 'secret', e.t.settings.signingKey!, e.dataDir]) {
      const signature = createHmac('sha256', guess).update(text).digest('base64url');
      const answer = await e.raw('GET', address.replace(/signature=.*/, `signature=${signature}`));
      expect(answer.status).toBe(403);
    }
  });
});

describe('The folder of the store', () => {
  it('opens to its owner alone', () => {
    const modes = new Map<string, number>();
    for (const entry of readdirSync(e.objects, { recursive: true, encoding: 'utf8' })) {
      modes.set(entry, statSync(join(e.objects, entry)).mode & 0o777);
    }
    const files = [...modes].filter(([name]) => statSync(join(e.objects, name)).isFile());
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const [name, mode] of modes) {
      const expected = statSync(join(e.objects, name)).isFile() ? 0o600 : 0o700;
      expect([name, mode.toString(8)]).toEqual([name, expected.toString(8)]);
    }
    expect((statSync(e.objects).mode & 0o777).toString(8)).toBe('700');
    expect(readFileSync(join(e.objects, '.address-secret')).byteLength).toBe(32);
  });
});
