import { describe, expect, it } from '@jest/globals';
import { isStreamSafe, looksLikeEmail, normalizeEmail, normalizeText } from './normalize.js';

/** Above and below in turn, which normalising has to put in order. */
const marks = (count: number): string => '\u0301\u0316'.repeat(count).slice(0, count);

describe('normalizeEmail', () => {
  it.each([
    `${'x'.repeat(1_000_000)}@a.example`,
    `a@${'a.'.repeat(500_000)}`,
    `e${marks(200_000)}@a.example`,
  ])('returns what is no address without normalising it: %#', (text) =>
    expect(looksLikeEmail(normalizeEmail(text))).toBe(false),
  );
});

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
  ])('returns null for a text that shows nothing: %j', (text) => expect(normalizeText(text)).toBeNull());

  it.each([
    '👩\u200d👧',
    '❤\ufe0f',
    'می\u200cخواهم',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'a\u200fb',
  ])('keeps what joins letters and the parts of emoji: %j', (text) => expect(normalizeText(text)).toBe(text));

  it.each([
    'Don\u00adau',
    '\u200bDonau',
    'Do\u3164nau',
    'Don\u202eau',
    '\u2066Donau\u2069',
    'Do\u0007n\u009fau',
    '\ufeffDonau',
  ])('removes controls, overrides and fillers: %j', (text) => {
    expect(normalizeText(text)).toBe('Donau');
    expect(normalizeText(text, 'several lines')).toBe('Donau');
  });

  it('makes one space of line breaks and tabs, unless there may be several lines', () => {
    expect(normalizeText('a\r\n\tb\u2028c')).toBe('a b c');
    expect(normalizeText('a\r\n\tb\u000bc\n\nd', 'several lines')).toBe('a\r\n\tb\nc\n\nd');
  });

  it('leaves a letter with more than 30 marks as it is, for whoever refuses it', () => {
    const [thirty, more] = [marks(30), marks(31)].map((all) => `e${all}`);
    expect(isStreamSafe(normalizeText(thirty)!)).toBe(true);
    expect(normalizeText(thirty)).toBe(thirty!.normalize('NFC'));
    expect(normalizeText(more)).toBe(more);
    expect(isStreamSafe(more!)).toBe(false);
  });

  it('finds the marks of one letter together when what stands between them is removed', () => {
    const text = normalizeText(`e${marks(20)}\u202e${marks(20)}`)!;
    expect(isStreamSafe(text)).toBe(false);
  });

  it('trims, composes and drops NUL', () => expect(normalizeText(' Zoe\u0308\0 ')).toBe('Zo\u00eb'));
});
