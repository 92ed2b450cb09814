import { describe, expect, it } from '@jest/globals';
import { normalizeText } from './normalize.js';

describe('normalizeText', () => {
  it.each([
    '',
    ' \t\n',
    '\u200b',
    '\u200c\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    ' \u200b \u2060\u00ad ',
    '\ufe0f',
    '\0',
  ])('is null for a text that shows nothing: %j', (text) => expect(normalizeText(text)).toBeNull());

  it.each(['👩\u200d👧', '❤\ufe0f', 'می\u200cخواهم', 'Don\u00adau', '\u200bA', 'A\u200b'])(
    'keeps what does not show beside what does: %j',
    (text) => expect(normalizeText(text)).toBe(text),
  );

  it('trims, composes and drops NUL', () => expect(normalizeText(' Zoe\u0308\0 ')).toBe('Zo\u00eb'));
});
