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

/** The typesetter knows where these scripts break, and that a line may end behind a mark between syllables or words. */
const WORD =
  /[^\s\u200b\u0f0b\u1361\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

/**
 * Scripts that put no space between words and of which the typesetter knows no words: a line may end between two of their
 * characters.
 */
const SPACELESS =
  /[\p{sc=Bali}\p{sc=Batk}\p{sc=Bugi}\p{sc=Cham}\p{sc=Java}\p{sc=Lana}\p{sc=Rjng}\p{sc=Tale}\p{sc=Talu}\p{sc=Tavt}]{2,}/gu;

/** A letter that joins the next one below or beside it, and a joiner: no line ends behind them. */
const JOINING =
  /([\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1a60\u1b44\u1bab\ua8c4\ua9c0\uaaf6\u200d\u{11133}\u{11442}])\u200b/gu;

/** Scripts that run from right to left (ISO 15924). */
export const RTL_SCRIPTS = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Mend'];

const LETTER = /\p{L}/u;
// Bounded: a class of 1 character.
const RTL_LETTER = new RegExp(`[${RTL_SCRIPTS.map((script) => `\\p{sc=${script}}`).join('')}]`, 'u');

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
  text
    .replace(SPACELESS, takenApart)
    .replace(WORD, (word) => (word.length > longestWord ? takenApart(word) : word));

const takenApart = (word: string): string =>
  graphemesOf(word).flatMap(inParts).join('\u200b').replace(JOINING, '$1');

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
