/** Characters as a person counts them (Unicode UAX #29). */
const CLUSTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units for one of them: a family of emoji has eleven, a heap of accents has no end. */
const MAX_UNITS = 8;

/**
 * At most so many characters, the last of which is "…" where something is left out; none is cut in two. What is left
 * has a bound in bytes as well, whatever one character is made of.
 */
export function shortened(text: string, most: number): string {
  const segments: string[] = [];
  let units = 0;
  for (const { segment } of CLUSTERS.segment(text)) {
    units += segment.length;
    if (segments.length === most || units > most * MAX_UNITS)
      return `${segments
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
    segments.push(segment);
  }
  return text;
}

/** In one line, without control characters. */
export const singleLineOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Explicit embeddings, overrides and isolates: they reorder what comes after them (UAX #9). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Somebody's text within a line of ours: no breaks, no control characters, and nothing that turns round what follows.
 * Direction marks and joiners stay, since names and emoji need them.
 */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
