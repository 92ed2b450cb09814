import { trimmedEnd } from './trimmed-end.js';

/** More marks on one letter than any script has (UAX #15 section 13, Stream-Safe Text Format). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Breaks that an editor of texts does not make. */
const OTHER_LINE_BREAKS = /[\v\f\u0085]/g;

/** Overrides and isolates reorder what comes after them (UAX #9). */
const BIDI_CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069';
/**
 * They take no place, or an empty one, and join nothing: soft hyphens, fillers of Hangul and Khmer, spaces without width,
 * marks of byte order and annotation, language tags. ZWJ, ZWNJ, direction marks, variation selectors and the tags of
 * flags are none of them: scripts and emoji need those.
 */
const FILLERS =
  '\\u00ad\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2064\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb' +
  '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e001f}';
// Bounded: each of 2 classes is of one character.
const REMOVED = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${BIDI_CONTROLS}${FILLERS}]`, 'gu');

/** Braille's blank shows nothing either, and has its place between other letters of Braille. */
const SHOWS_NOTHING = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/** A text of one line has its line breaks and tabs, however many in a row, become one space. */
export type Lines = 'one line' | 'several lines';

/**
 * Whether a text can be normalised in time that grows with its length alone: marks are put in order, and a letter may have
 * any number of them.
 */
export const isStreamSafe = (text: string): boolean => !TOO_MANY_MARKS.test(text);

/** The normal form of a text; the text itself where it is not stream-safe: stored or foreign text must not stop a caller. */
export const inNormalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  isStreamSafe(text) ? text.normalize(form) : text;

/** Without control characters but for line breaks and tabs, and without what reorders or hides (contract section 0, rule 4). */
export const withoutControls = (text: string): string =>
  text.toWellFormed().replace(OTHER_LINE_BREAKS, '\n').replace(REMOVED, '');

/**
 * Cleaned, trimmed and NFC-normalised; null when nothing is left, or nothing that shows (contract section 0, rule 4). Beside
 * what shows, what does not stays where it joins the parts of an emoji, or parts the letters of Persian.
 * @returns not normalised, and not stream-safe, what {@link isStreamSafe} refuses: whoever lets it in has to ask
 */
export function normalizeText(value: string | null | undefined, lines: Lines = 'one line'): string | null {
  if (value === null || value === undefined) return null;
  const cleaned = withoutControls(lines === 'one line' ? value.replace(LINE_BREAKS_AND_TABS, ' ') : value);
  const text = inNormalForm(cleaned).trim();
  return text && !SHOWS_NOTHING.test(text) ? text : null;
}

/** Characters that an address has at most (RFC 5321 section 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;

/**
 * Lower case after Unicode and white-space normalisation; no dot or plus folding (contract section 1, registration). What is
 * far too long to be one, or not stream-safe, is not normalised, and {@link looksLikeEmail} refuses it.
 */
export function normalizeEmail(value: string): string {
  const text = value.toWellFormed().replace(/[\s\p{Cc}]+/gu, '');
  if (text.length > 4 * MAX_EMAIL_LENGTH) return text;
  return inNormalForm(text, 'NFKC')
    .replace(/[\s\p{Cc}]+/gu, '')
    .toLowerCase();
}

/** `local@domain` without white space: enough to tell an address from a slip of the pen. */
// Bounded: 254 characters (MAX_EMAIL_LENGTH).
export const looksLikeEmail = (value: string): boolean =>
  value.length <= MAX_EMAIL_LENGTH && isStreamSafe(value) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);

/** `[a-z0-9-]`, for short names made from a title. */
export function slug(value: string): string {
  const words = inNormalForm(value, 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimmedEnd(words.replace(/^-/, ''), /-/);
}

/** Accents that stand alone, and apostrophes that are letters to Unicode: their compatible form begins with a blank. */
const ALONE = /[\p{Sk}\u02b0-\u02ff]/gu;
/**
 * Characters that are ignored in a decomposed name: punctuation, invisible joiners and separators, and accents, but neither
 * the vowels of Indic scripts nor the voicing of kana, which make another letter.
 */
const PASSED_OVER =
  /[\p{P}\p{Default_Ignorable_Code_Point}\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;
/** Letters that Unicode does not take apart, as they are written where a keyboard has none of them. */
const LETTERS: Record<string, string> = {
  ...{
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ŋ: 'n',
    ɓ: 'b',
    ɗ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ə: 'e',
  },
  ...{ æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
};
// Bounded: a class of 1 character.
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * A name as it is compared with what somebody types: without case (full folding), accents, apostrophes, hyphens and other
 * punctuation. Blanks stay.
 */
export function nameKey(name: string): string {
  if (/^[a-z ]*$/i.test(name)) return name.toLowerCase();
  const bare = inNormalForm(name.replace(ALONE, ''), 'NFKD').replace(PASSED_OVER, '');
  // By way of capitals: one letter may have two of them.
  const folded = inNormalForm(bare.toLowerCase().toUpperCase().toLowerCase());
  return folded.replace(OTHER_LETTERS, (letter) => LETTERS[letter]!);
}
