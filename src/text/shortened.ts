/** Characters as a person counts them (Unicode UAX #29). */
const CLUSTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units for one of them: a family of emoji has eleven, a heap of accents has no end. */
const MOST_UNITS = 8;

/**
 * At most so many characters, the last of which is "…" where something is left out; none is cut in two. What is left
 * has a bound in bytes as well, whatever one character is made of.
 */
export function shortened(text: string, most: number): string {
  const kept: string[] = [];
  let units = 0;
  for (const { segment } of CLUSTERS.segment(text)) {
    units += segment.length;
    if (kept.length === most || units > most * MOST_UNITS)
      return `${kept
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
    kept.push(segment);
  }
  return text;
}

/** In one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
