import { inNormalForm } from '../text/normalize.js';

/** A text as the template sets it: lines apart by `\n`; a word too long for a line may be broken at U+200B. */
export interface Printable {
  text: string;
  /** Direction of the first letter; null without letters. */
  dir: 'ltr' | 'rtl' | null;
}

/** Characters of a word that fit into the narrowest column. */
const MAX_WORD = 40;

/**
 * Characters that cannot be printed (control characters, noncharacters) or reach beyond their own field (controls of the
 * writing direction; marks stay).
 */
const UNPRINTABLE =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;

/** Scripts without spaces break by rules of their own. */
const WORD =
  /[^\s\u200b\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

const LETTER = /\p{L}/u;
const RTL_LETTER = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** @param longestWord characters after which a word may be broken */
export function printable(given: string, longestWord = MAX_WORD): Printable {
  const text = cleaned(given);
  return { text: breakable(text, longestWord), dir: directionOf(text) };
}

export const cleaned = (given: string): string =>
  inNormalForm(given.toWellFormed())
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNPRINTABLE, '');

export const breakable = (text: string, longestWord = MAX_WORD): string =>
  text.replace(WORD, (word) =>
    word.length > longestWord ? graphemesOf(word).flatMap(inParts).join('\u200b') : word,
  );

/** A character of thousands of marks is none that anyone reads, and too much for any font. */
const inParts = (grapheme: string): string[] => grapheme.match(/.{1,30}/gsu) ?? [];

/** Keeps a text of the other direction together within words of ours, which run from left to right. */
export const isolated = (text: string): string =>
  directionOf(text) === 'rtl' ? `\u2068${text}\u2069` : text;

export function directionOf(text: string): Printable['dir'] {
  const letter = LETTER.exec(text)?.[0];
  if (!letter) return null;
  return RTL_LETTER.test(letter) ? 'rtl' : 'ltr';
}

const graphemesOf = (text: string): string[] =>
  Array.from(characters.segment(text), ({ segment }) => segment);
