import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ObjectKeyError } from '../../src/platform/storage/object-key.js';
import { ADDRESS_LIFETIME_SECONDS, ObjectTooLargeError } from '../../src/platform/storage/object-store.js';
import { embeddedStore, s3Store, type StoreUnderTest } from './stores-under-test.js';

/*
 * What every store does, the embedded one through the whole application, the other one with a real S3-compatible
 * server. That server looks at the signature of a GET only when there is one, and so it is not asked without.
 */

const PNG = 'image/png';
const MAX = 1000;
const bytes = (text: string): Buffer => Buffer.from(text);

const NO_KEYS = [
  ...['', '.png', 'photos/', 'photos/.png', '/photos/a.png', 'photos//a.png', 'photos/a', 'photos/a.png/'],
  ...['../a.png', 'photos/../a.png', 'photos/./a.png', '..', 'photos/..png', 'photos/a..png', 'a.b.png'],
  ...[
    'photos%2fa.png',
    'photos/%2e%2e/a.png',
    'photos\\a.png',
    '..\\a.png',
    'photos/a.png\0',
    'photos/a\0.png',
  ],
  ...['Photos/a.png', 'photos/A.png', 'photos/a.PNG', 'photos/a b.png', 'photos/a.png ', 'photos/ä.png'],
  ...['photos/a.png?x=1', 'photos/a.png#x', 'photos/a.png\n', '~/a.png', 'c:/a.png', 'photos/a_b.png'],
  ...['photos/a.html', 'photos/a.svg', 'photos/a.exe', 'photos/a.json', `photos/${'a'.repeat(200)}.png`],
];

describe.each([
  ['the embedded store', embeddedStore],
  ['a store of S3', s3Store],
])('%s', (_, start) => {
  let s: StoreUnderTest;
  beforeAll(async () => {
    s = await start();
  });
  afterAll(() => s.close());

  /** Signed so many seconds ago. */
  async function aged<T>(seconds: number, sign: () => Promise<T>): Promise<T> {
    s.clock.advance(-seconds * 1000);
    const signed = await sign();
    s.clock.advance(seconds * 1000);
    return signed;
  }
  const uploadTo = async (key: string, contentType = PNG): Promise<string> =>
    s.reach((await s.store.uploadAddress({ key, contentType, maxBytes: MAX })).url);
  const downloadOf = async (key: string): Promise<string> =>
    s.reach((await s.store.downloadAddress(key)).url);
  const put = async (url: string, body: string, contentType = PNG): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: bytes(body) })).status;
  const status = async (url: string, method = 'GET'): Promise<number> =>
    (await fetch(url, { method })).status;
  const stored = async (key: string): Promise<string | undefined> =>
    (await s.store.read(key, MAX))?.bytes.toString();

  describe('an upload address', () => {
    it('takes no other type', async () => {
      const url = await uploadTo('uploads/type.png');
      for (const type of ['image/jpeg', 'text/html', 'image/svg+xml', 'image/png; charset=utf-8'])
        expect([type, await put(url, 'x', type)]).toEqual([type, 403]);
      expect((await fetch(url, { method: 'PUT', body: new Uint8Array(bytes('x')) })).status).toBe(403);
      expect(await stored('uploads/type.png')).toBeUndefined();
    });

    it('works for its key alone', async () => {
      const url = await uploadTo('uploads/mine.png');
      expect(await put(url.replace('mine', 'yours'), 'x')).toBe(403);
      expect(await stored('uploads/yours.png')).toBeUndefined();
    });

    it('neither reads nor removes', async () => {
      const url = await uploadTo('uploads/method.png');
      expect(await put(url, 'kept')).toBe(200);
      expect(await status(url)).toBe(403);
      expect(await status(url, 'DELETE')).toBeGreaterThanOrEqual(403);
      expect(await stored('uploads/method.png')).toBe('kept');
    });

    it.each([
      ['the last letter of the signature', (url: string) => url.replace(/(signature=[\w-]*)[\w-]/i, '$1!')],
      ['the first letter of it', (url: string) => url.replace(/(signature=)./i, '$1!')],
      ['its expiry', (url: string) => url.replace(/(expires=)\d/i, '$19')],
      ['a further parameter', (url: string) => `${url}&x=1`],
      ['half of the signature', (url: string) => url.replace(/(signature=[\w-]{20})[\w-]*/i, '$1')],
    ])('fails with a change of %s', async (_change, change) => {
      const url = await uploadTo('uploads/changed.png');
      expect(change(url)).not.toBe(url);
      // That the signature is no signature at all may be said in another way.
      expect([400, 403]).toContain(await put(change(url), 'x'));
      expect(await stored('uploads/changed.png')).toBeUndefined();
    });

    it('fails after five minutes, and not before', async () => {
      const key = 'uploads/expiry.png';
      expect(await put(await aged(301, () => uploadTo(key)), 'late')).toBe(403);
      expect(await stored(key)).toBeUndefined();
      expect(await put(await aged(298, () => uploadTo(key)), 'in time')).toBe(200);
      expect(await stored(key)).toBe('in time');
    });

    it('says when it ends', async () => {
      const { expiresAt } = await s.store.uploadAddress({ key: 'a.png', contentType: PNG, maxBytes: MAX });
      const seconds = (expiresAt.getTime() - s.clock.now().getTime()) / 1000;
      expect(seconds).toBeGreaterThan(ADDRESS_LIFETIME_SECONDS - 2);
      expect(seconds).toBeLessThanOrEqual(ADDRESS_LIFETIME_SECONDS);
    });

    it('exists for no type that the key does not have', async () => {
      const asked = s.store.uploadAddress({ key: 'uploads/a.png', contentType: 'image/jpeg', maxBytes: MAX });
      await expect(asked).rejects.toThrow(ObjectKeyError);
    });

    it.each([
      ['jpg', 'image/jpeg'],
      ['png', 'image/png'],
      ['webp', 'image/webp'],
      ['gif', 'image/gif'],
    ])('stores what is put there as its type: %s', async (extension, type) => {
      const key = `uploads/right.${extension}`;
      expect(await put(await uploadTo(key, type), 'the bytes', type)).toBe(200);
      expect(await s.store.read(key, MAX)).toEqual({ bytes: bytes('the bytes'), contentType: type });
    });

    it('replaces what was there', async () => {
      const url = await uploadTo('uploads/twice.png');
      await put(url, 'the first, which is longer');
      await put(url, 'the second');
      expect(await stored('uploads/twice.png')).toBe('the second');
    });
  });

  describe('a download address', () => {
    it('works for its key alone', async () => {
      await s.store.write('downloads/mine.png', { bytes: bytes('mine'), contentType: PNG });
      await s.store.write('downloads/yours.png', { bytes: bytes('yours'), contentType: PNG });
      expect(await status((await downloadOf('downloads/mine.png')).replace('mine', 'yours'))).toBe(403);
    });

    it('neither writes nor removes', async () => {
      await s.store.write('downloads/method.png', { bytes: bytes('kept'), contentType: PNG });
      const url = await downloadOf('downloads/method.png');
      expect(await put(url, 'x')).toBe(403);
      expect(await status(url, 'DELETE')).toBeGreaterThanOrEqual(403);
      expect(await stored('downloads/method.png')).toBe('kept');
    });

    it('fails after five minutes, and not before', async () => {
      const key = 'downloads/expiry.png';
      await s.store.write(key, { bytes: bytes('x'), contentType: PNG });
      expect(await status(await aged(301, () => downloadOf(key)))).toBe(403);
      expect(await status(await aged(298, () => downloadOf(key)))).toBe(200);
    });

    it('leads to 404 for an object that is not there', async () => {
      expect(await status(await downloadOf('downloads/missing.png'))).toBe(404);
    });

    it('answers with the bytes and their type, for nobody to keep', async () => {
      const key = 'downloads/right.webp';
      await s.store.write(key, { bytes: bytes('a picture'), contentType: 'image/webp' });
      const answer = await fetch(await downloadOf(key));
      expect([answer.status, await answer.text()]).toEqual([200, 'a picture']);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('content-length')).toBe('9');
    });
  });

  describe('an object', () => {
    it.each(NO_KEYS)('cannot have the key %j', async (key) => {
      const [object, contentType] = [{ bytes: bytes('x'), contentType: PNG }, PNG];
      for (const attempt of [
        () => s.store.uploadAddress({ key, contentType, maxBytes: MAX }),
        () => s.store.downloadAddress(key),
        () => s.store.read(key, MAX),
        () => s.store.write(key, object),
        () => s.store.writeFile(key, { path: '/nonexistent', sizeBytes: 1, contentType }),
        () => s.store.remove(key),
      ])
        await expect(attempt()).rejects.toThrow(ObjectKeyError);
    });

    it('takes no type that its key does not have', async () => {
      const written = s.store.write('objects/a.png', { bytes: bytes('x'), contentType: 'image/gif' });
      await expect(written).rejects.toThrow(ObjectKeyError);
      expect(await stored('objects/a.png')).toBeUndefined();
    });

    it('reads as null when it is not there', async () => {
      expect(await s.store.read('objects/missing.png', MAX)).toBeNull();
    });

    it('reads up to the bound, and fails beyond it', async () => {
      const key = 'objects/bound.png';
      await s.store.write(key, { bytes: Buffer.alloc(MAX, 1), contentType: PNG });
      expect((await s.store.read(key, MAX))?.bytes.byteLength).toBe(MAX);
      await expect(s.store.read(key, MAX - 1)).rejects.toThrow(ObjectTooLargeError);
      expect((await s.store.read(key, MAX))?.bytes.byteLength).toBe(MAX);
    });

    it('comes, changes and goes, twice as well', async () => {
      const key = 'objects/deep/er/than-that.gif';
      const write = (text: string) => s.store.write(key, { bytes: bytes(text), contentType: 'image/gif' });
      await write('one');
      await write('two');
      expect(await s.store.read(key, MAX)).toEqual({ bytes: bytes('two'), contentType: 'image/gif' });
      await s.store.remove(key);
      await s.store.remove(key);
      expect(await stored(key)).toBeUndefined();
    });

    it('stays an object when it is empty', async () => {
      await s.store.write('objects/empty.png', { bytes: Buffer.alloc(0), contentType: PNG });
      expect(await stored('objects/empty.png')).toBe('');
    });

    it('reads as one of its versions, whole, while many write it at once', async () => {
      const key = 'objects/raced.png';
      const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(MAX, letter));
      const writes = versions.map((version) => s.store.write(key, { bytes: version, contentType: PNG }));
      await Promise.all(writes);
      const found = (await s.store.read(key, MAX))?.bytes;
      expect(versions.some((version) => found?.equals(version))).toBe(true);
    });
  });
});
