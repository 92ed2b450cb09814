import { describe, expect, it } from '@jest/globals';
import { singleLineOf, shortened } from './shortened.js';

const FAMILY = '👩‍👩‍👧‍👦';

describe('a shortened text', () => {
  it.each([
    ['', 5, ''],
    ['Lunch', 5, 'Lunch'],
    ['Lunches', 5, 'Lunc…'],
    ['Big lunch', 5, 'Big…'],
    [FAMILY, 1, '…'],
    ['🎈'.repeat(5), 5, '🎈🎈🎈🎈🎈'],
    ['🎈'.repeat(6), 5, '🎈🎈🎈🎈…'],
    [FAMILY.repeat(3), 12, FAMILY.repeat(3)],
    ['🇼🇸🇺🇸🇩🇪🇫🇷', 3, '🇼🇸🇺🇸…'],
    ['e\u0301'.repeat(6), 5, `${'e\u0301'.repeat(4)}…`],
    ['क्षि'.repeat(4), 3, 'क्षिक्षि…'],
    ['👍🏽👍🏽👍🏽', 2, '👍🏽…'],
  ])('%s in %d characters is %s', (text, most, expected) => expect(shortened(text, most)).toBe(expected));

  it('keeps to a bound however much one character is made of', () => {
    const heap = `a${'\u0301'.repeat(5000)}`;
    expect(shortened(heap, 24)).toBe('…');
    expect(shortened(`Fair ${heap}`, 24)).toBe('Fair…');
    expect(shortened(FAMILY.repeat(100), 24).length).toBeLessThanOrEqual(24 * 8 + 1);
  });
});

it('a text of several lines is one of one line', () => {
  expect(singleLineOf(' Pizza\r\n\tand\u2028salad\0 ')).toBe('Pizza and salad');
});
