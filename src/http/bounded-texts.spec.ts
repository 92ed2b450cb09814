import { describe, expect, it } from '@jest/globals';
import { BoundedTexts } from './bounded-texts.js';

/** Ten bytes each: a key of one unit, and four. */
const BYTES = 10;
const TEXT = 'abcd';

describe('BoundedTexts', () => {
  it('keeps what fits, and lets go of what was not asked for the longest', () => {
    const texts = new BoundedTexts(3 * BYTES);
    for (const key of ['a', 'b', 'c']) texts.keep(key, TEXT);
    expect(texts.find('a')).toBe(TEXT);
    texts.keep('d', TEXT);
    expect(['a', 'b', 'c', 'd'].filter((key) => texts.find(key))).toEqual(['a', 'c', 'd']);
  });

  it('counts a text that takes the place of another once', () => {
    const texts = new BoundedTexts(2 * BYTES);
    for (let i = 0; i < 10; i += 1) texts.keep('a', TEXT);
    texts.keep('b', TEXT);
    expect([texts.find('a'), texts.find('b')]).toEqual([TEXT, TEXT]);
  });

  it('keeps nothing that is larger than all it may keep', () => {
    const texts = new BoundedTexts(BYTES);
    texts.keep('a', TEXT.repeat(10));
    expect(texts.find('a')).toBeUndefined();
    texts.keep('b', TEXT);
    expect(texts.find('b')).toBe(TEXT);
  });
});
