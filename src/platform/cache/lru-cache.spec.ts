import { beforeEach, describe, expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.js';

const BYTES = 10;

describe('A bounded map', () => {
  let map: LruCache<string>;
  beforeEach(() => {
    map = new LruCache(3 * BYTES);
  });

  const keep = (...keys: string[]) => keys.forEach((key) => map.set(key, key, BYTES));
  const cachedKeys = () => [...'abcdefg'].filter((key) => map.get(key) !== undefined);

  it('keeps what fits', () => {
    keep('a', 'b', 'c');
    expect(cachedKeys()).toEqual(['a', 'b', 'c']);
    expect(map.bytes).toBe(3 * BYTES);
  });

  it('lets go of the oldest that nobody has asked for', () => {
    keep('a', 'b', 'c');
    map.get('a');
    keep('d');
    expect(cachedKeys()).toEqual(['a', 'c', 'd']);
    expect(map.bytes).toBe(3 * BYTES);
  });

  it('lets go of what was asked for once and never since', () => {
    keep('a', 'b', 'c');
    map.get('a');
    keep('d', 'e', 'f', 'g');
    expect(cachedKeys()).toEqual(['e', 'f', 'g']);
  });

  it('keeps the new one when all others are asked for', () => {
    keep('a', 'b', 'c');
    expect(cachedKeys()).toEqual(['a', 'b', 'c']);
    keep('d');
    expect(cachedKeys()).toEqual(['b', 'c', 'd']);
  });

  it('counts one that takes the place of another once', () => {
    for (let i = 0; i < 10; i += 1) keep('a');
    expect(map.bytes).toBe(BYTES);
    map.set('a', 'longer', 2 * BYTES);
    expect([map.get('a'), map.bytes]).toEqual(['longer', 2 * BYTES]);
  });

  it('keeps nothing that alone is too much, and all the others', () => {
    keep('a', 'b');
    map.set('b', 'b', 4 * BYTES);
    expect(cachedKeys()).toEqual(['a']);
    expect(map.bytes).toBe(BYTES);
  });

  it('forgets what is dropped', () => {
    keep('a', 'b');
    map.delete('a');
    map.delete('a');
    expect(cachedKeys()).toEqual(['b']);
    expect(map.bytes).toBe(BYTES);
  });
});
