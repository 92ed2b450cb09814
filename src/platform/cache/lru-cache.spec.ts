import { beforeEach, describe, expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.js';

const BYTES = 10;

describe('LruCache', () => {
  let cache: LruCache<string>;
  beforeEach(() => {
    cache = new LruCache(3 * BYTES);
  });

  const keep = (...keys: string[]) => keys.forEach((key) => cache.set(key, key, BYTES));
  const cachedKeys = () => [...'abcdefg'].filter((key) => cache.get(key) !== undefined);

  it('keeps what fits', () => {
    keep('a', 'b', 'c');
    expect(cachedKeys()).toEqual(['a', 'b', 'c']);
    expect(cache.bytes).toBe(3 * BYTES);
  });

  it('lets go of what was not used for longest', () => {
    keep('a', 'b', 'c');
    cache.get('a');
    keep('d');
    expect(cachedKeys()).toEqual(['a', 'c', 'd']);
    expect(cache.bytes).toBe(3 * BYTES);
  });

  it('keeps the new one when all others are used', () => {
    keep('a', 'b', 'c');
    expect(cachedKeys()).toEqual(['a', 'b', 'c']);
    keep('d');
    expect(cachedKeys()).toEqual(['b', 'c', 'd']);
  });

  it('counts the same value anew when its size is another', () => {
    cache.set('a', 'a', 1);
    cache.set('a', 'a', 2 * BYTES);
    expect(cache.bytes).toBe(2 * BYTES);
  });

  it('takes sizes that are no whole numbers, and a bound of nothing', () => {
    const small = new LruCache<string>(1.75);
    small.set('a', 'a', 0);
    small.set('b', 'b', 1.5);
    expect([small.get('a'), small.get('b'), small.bytes]).toEqual([undefined, 'b', 2]);
    const none = new LruCache<string>(0);
    none.set('a', 'a', BYTES);
    expect([none.get('a'), none.bytes]).toEqual([undefined, 0]);
  });

  it('counts one that takes the place of another once', () => {
    for (let i = 0; i < 10; i += 1) keep('a');
    expect(cache.bytes).toBe(BYTES);
    cache.set('a', 'longer', 2 * BYTES);
    expect([cache.get('a'), cache.bytes]).toEqual(['longer', 2 * BYTES]);
  });

  it('keeps nothing that alone is too much, and all the others', () => {
    keep('a', 'b');
    cache.set('b', 'b', 4 * BYTES);
    expect(cachedKeys()).toEqual(['a']);
    expect(cache.bytes).toBe(BYTES);
  });

  it('forgets what is dropped', () => {
    keep('a', 'b');
    cache.delete('a');
    cache.delete('a');
    expect(cachedKeys()).toEqual(['b']);
    expect(cache.bytes).toBe(BYTES);
  });
});
